internal import ArgumentParser

@main
struct RiffleBench: ParsableCommand {
}
