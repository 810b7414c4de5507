import Testing

@testable import GardenCore

/// With a broker that obeys until told otherwise.
struct AccountWorld {
  private static let plan = GardenPlan(
    people: [
      PersonPlan(
        id: "anna", name: "Anna",
        devices: [
          DevicePlan(id: "anna-phone", name: "Anna", role: .operator),
          DevicePlan(id: "anna-watch", name: "Watch", role: .actor),
        ])
    ], console: DevicePlan(id: "loam", name: "Console", role: .operator))

  var stage: Stage
  /// What the broker says to an order; `nil`: nothing.
  var answer: (AccountOrder) -> AccountAnswer? = { _ in .done }
  private(set) var ordered: [AccountOrder.Kind] = []
  private(set) var outcomes: [UniqueID: Outcome] = [:]
  private(set) var notices: [Notice] = []

  init(
    plan: GardenPlan = Self.plan, memory: GardenMemory = GardenMemory(), isWallTrusted: Bool = true
  ) {
    stage = Stage(plan, memory: memory, isWallTrusted: isWallTrusted)
    send(.link(isUp: true))
    send(.account(.control(isOpen: true)))
  }

  mutating func send(_ event: Event) {
    stage.send(event)
    obey()
  }

  mutating func wait(_ duration: Duration) {
    stage.wait(duration)
    obey()
  }

  /// The soil is that dry, for so long.
  mutating func holds(_ moisture: Double, for duration: Duration) {
    stage.holds(moisture, for: duration)
    obey()
  }

  /// The broker does what it is told, and answers.
  private mutating func obey() {
    while !stage.effects.isEmpty {
      let effects = stage.effects
      stage.effects = []
      for effect in effects {
        if case .notify(let notice) = effect { notices.append(notice) }
        if case .acknowledge(let outcome) = effect { outcomes[outcome.id] = outcome }
        guard case .order(let order) = effect else { continue }
        ordered.append(order.kind)
        if let answer = answer(order) { stage.send(.account(.answer(number: order.number, answer))) }
      }
    }
  }

  /// What became of the wish, as far as it was answered.
  @discardableResult
  mutating func asks(_ device: DeviceID, _ wish: AccountWish) -> Outcome.Code? {
    let head = stage.head(device)
    send(.command(.account(head, wish)))
    return outcomes[head.id]?.code
  }

  mutating func invites(
    _ role: Role = .actor, by device: DeviceID = "loam", until: Timestamp? = nil
  ) -> DeviceID? {
    let code = asks(device, .invite(name: "Kitchen phone", person: "anna", role: role, until: until))
    return code == .accepted ? stage.garden.memory.accounts.last?.id : nil
  }

  mutating func invited(
    _ role: Role = .actor, by device: DeviceID = "loam", until: Timestamp? = nil
  ) throws -> DeviceID {
    let id = invites(role, by: device, until: until)
    return try #require(id)
  }

  mutating func lets(
    in role: Role = .actor, by device: DeviceID = "loam", until: Timestamp? = nil
  ) throws -> DeviceID {
    let invited = try invited(role, by: device, until: until)
    send(.account(.joins(invited)))
    #expect(phase(invited) == .member && knows(invited))
    return invited
  }

  func phase(_ device: DeviceID) -> AccountMemory.Phase? { stage.garden.memory.account(device)?.phase }
  func knows(_ device: DeviceID) -> Bool { stage.garden.knows(device) }

  mutating func restart(after pause: Duration = .seconds(1)) {
    stage.restart(after: pause)
    send(.link(isUp: true))
    send(.account(.control(isOpen: true)))
  }
}
