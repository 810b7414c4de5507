package import ArgumentParser

/// Several gardens instead of one.
package struct FleetOption: ParsableArguments {
  @Option(
    name: .long,
    help:
      "Serve all gardens of a folder, a config each: a list of them, what is wrong first, and each garden's own page. Their section 'web' says the same.",
    completion: .directory)
  package var fleet: String?

  package init() {}

  /// For a program that is started in our place.
  package var arguments: [String] { fleet.map { ["--fleet", $0] } ?? [] }
}
