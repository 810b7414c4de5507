internal import DeviceFamilies
internal import GardenCore

/// Whether each family can do with its binding what the config asks.
struct FamilyChecks {
  private let language: ConfigLanguage
  private let problems: Problems

  init(_ language: ConfigLanguage, _ problems: Problems) {
    self.language = language
    self.problems = problems
  }

  func run() {
    for draft in language.roster.valves {
      guard let binding = draft.binding, !FamilyFacts.hasDeviceTimer(binding) else { continue }
      problems.warning(
        at: draft.id.position,
        "the valve \(quoted(draft.id.value)) has no timer of its own: if the bridge or the network fails while it is open, it stays open",
        help: "use a device that closes by itself, or one with a limit set in its firmware")
    }
  }
}
