import Glibc

@main
enum RiffleServe {
  #if Service
    static func main() async { exit(await ServeCommand.run()) }
  #else
    static func main() {
      let text = "riffle-serve: built without its server: swift build -c release --traits Service builds it with it\n"
      _ = text.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(2)
    }
  #endif
}
