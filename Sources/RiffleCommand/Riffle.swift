internal import ArgumentParser

@main
struct Riffle: ParsableCommand {
}
