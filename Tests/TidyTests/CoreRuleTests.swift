import Testing

/// How the parts of the core work together, read from the source.
@Suite struct CoreRuleTests {
  private static let core = SourceTree.sources.filter { $0.target == "GardenCore" }

  /// Where a call from outside comes in with its own array of effects.
  private static let entrances: Set<String> = ["Garden.swift", "GardenCommands.swift", "GardenEvents.swift"]

  private func breaches(of rule: Rule, but files: Set<String>) -> [String] {
    rule.breaches(
      in: Self.core.filter { !files.contains($0.path.split(separator: "/").last.map(String.init) ?? "") })
  }

  @Test func `effects are collected in the turn, and handed over at the entrances`() {
    let found = breaches(of: .collecting, but: Self.entrances)
    #expect(found.isEmpty, "\n\(found.joined(separator: "\n"))")
  }

  @Test func `what goes out to be remembered is known to the garden`() {
    let found = breaches(of: .remembering, but: ["Turn.swift"])
    #expect(found.isEmpty, "\n\(found.joined(separator: "\n"))")
  }

  @Test func `nothing but the switch tells a valve or a relay anything`() {
    let found = breaches(of: .switching, but: ["Switch.swift", "Effect.swift"])
    #expect(found.isEmpty, "\n\(found.joined(separator: "\n"))")
  }

  @Test func `a rule of time is a question, from which the next deadline follows`() {
    let found = breaches(of: .timing, but: ["Settling.swift"])
    #expect(found.isEmpty, "\n\(found.joined(separator: "\n"))")
  }

  @Test func `one switch takes the news of the machines`() {
    let found = breaches(of: .routing, but: ["GardenEvents.swift"])
    #expect(found.isEmpty, "\n\(found.joined(separator: "\n"))")
  }

  @Test(
    arguments: [
      (Rule.collecting, "mutating func tick(into effects: inout [Effect]) {}"),
      (Rule.collecting, "func f(_ effects: inout   [ Effect ]) {}"),
      (Rule.remembering, "if hid { turn.effects.append(.remember(.lease(memory))) }"),
      (Rule.routing, "for item in turn.news { take(item) }"),
      (Rule.switching, "turn.effects.append(.command(ActuatorCommand(actuator: valve, action: .close)))"),
      (Rule.switching, "send(.open(runs: left), to: valve)"),
      (Rule.timing, "if turn.now.uptime >= leases[i].memory.ends { close(i, .time, &turn) }"),
      (Rule.timing, "guard now >= heater.notBefore else { return }"),
      (Rule.timing, "guard turn.now.uptime - lease.openSentAt >= lease.answerWithin else { return }"),
      (Rule.routing, "let news = turn.news"),
    ])
  func `a breach is found`(rule: Rule, code: String) {
    let file = SourceTree.File(path: "Sources/GardenCore/Watering/Some.swift", text: code)
    #expect(rule.breaches(in: file).count == 1)
  }

  @Test func `a thermostat may be asked for its setpoint`() {
    let file = SourceTree.File(
      path: "Sources/GardenCore/Setpoints/Some.swift",
      text: "turn.effects.append(.command(ActuatorCommand(actuator: actuator, action: .setpoint(value))))")
    #expect(Rule.switching.breaches(in: file).isEmpty)
  }

  @Test func `a machine may tell news`() {
    let file = SourceTree.File(
      path: "Sources/GardenCore/Heat/Some.swift", text: "turn.news.append(.closes(key: key, .cancelled))")
    #expect(Rule.routing.breaches(in: file).isEmpty)
  }
}
