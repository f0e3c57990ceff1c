internal import Glibc

/// A number from the environment, for runs of another size than the usual.
package func setting(_ name: String) -> Int? {
  getenv(name).flatMap { Int(String(cString: $0)) }
}

/// A text from the environment.
package func textSetting(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
