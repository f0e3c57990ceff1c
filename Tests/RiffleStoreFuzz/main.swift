// Fuzzes the reading of index files with libFuzzer; the article Testing of RiffleStore's catalogue has the commands.

import CFuzzer
import Foundation
import RiffleStoreTestSupport

private let fuzzer = try IndexFuzzer()

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--write-seeds" {
  let folder = URL(filePath: CommandLine.arguments[2])
  for (number, seed) in fuzzer.seeds.enumerated() {
    try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
  }
  exit(0)
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    if let problem = fuzzer.problem(UnsafeBufferPointer(start: bytes, count: count)) {
      FileHandle.standardError.write(Data("\(problem)\n".utf8))
      abort()
    }
    return 0
  })
