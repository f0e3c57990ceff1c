import Glibc

@main
enum RiffleGateway {
  #if Service && Cluster
    static func main() async { exit(await GatewayCommand.run()) }
  #else
    static func main() {
      let text =
        "riffle-gateway: built without its server: swift build -c release --traits Service,Cluster builds it with it\n"
      _ = text.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(2)
    }
  #endif
}
