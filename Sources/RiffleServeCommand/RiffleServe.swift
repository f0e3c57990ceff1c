import Glibc

@main
enum RiffleServe {
  #if Service
    static func main() async { exit(await ServeCommand.run()) }
  #else
    static func main() {
      print("riffle-serve was built without its server: swift build -c release --traits Service")
      exit(2)
    }
  #endif
}
