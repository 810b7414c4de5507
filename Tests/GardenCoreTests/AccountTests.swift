import Testing

@testable import GardenCore

/// Devices that are let in while the bridge runs: who may let in whom, and that whoever is out stays out, whatever fails.
@Suite struct AccountTests {
  @Test func `an invited device is nobody until it joins, and then one of its person's`() throws {
    var world = AccountWorld()
    let phone = try world.invited()
    #expect(phone.hasPrefix("kitchen-phone-") && phone.count == 18)
    #expect(!world.knows(phone) && world.stage.garden.mayJoin(phone))
    world.send(.account(.joins(phone)))
    #expect(world.stage.garden.plan.areOfOnePerson(phone, "anna-phone"))
    #expect(!world.stage.garden.mayJoin(phone))
    #expect(world.ordered == [.probe, .sweep, .open(name: "Kitchen phone"), .admit])
  }

  @Test func `a second join changes nothing`() throws {
    var world = AccountWorld()
    let phone = try world.lets()
    world.send(.account(.joins(phone)))
    #expect(world.ordered.filter { $0 == .admit }.count == 1)
  }

  @Test func `nobody joins after ten minutes, after a restart, or while the broker does not obey`() throws {
    var world = AccountWorld()
    let late = try world.invited()
    world.wait(.minutes(10))
    world.send(.account(.joins(late)))
    #expect(world.phase(late) == nil && !world.knows(late))

    let open = try world.invited()
    world.restart()
    world.send(.account(.joins(open)))
    #expect(world.phase(open) == nil && !world.knows(open))

    let third = try world.invited()
    world.send(.account(.control(isOpen: false)))
    world.send(.account(.joins(third)))
    #expect(!world.knows(third))
  }

  @Test func `a guest lets nobody in, whatever its role, and puts nobody out`() throws {
    var world = AccountWorld()
    let until = world.stage.now.wall + .days(2)
    let other = try world.lets()
    let guest = try world.lets(in: .operator, until: until)
    #expect(world.asks(guest, .invite(name: "X", person: "anna", role: .viewer, until: nil)) == .forbidden)
    #expect(world.asks(guest, .rotate(other)) == .forbidden)
    #expect(world.asks(guest, .revoke(other)) == .forbidden)
    #expect(world.knows(other))
  }

  @Test
  func `an operator that was let in makes no operator and touches none, and its open invitations go with it`()
    throws
  {
    var world = AccountWorld()
    let first = try world.lets(in: .operator)
    let second = try world.lets(in: .operator, by: "anna-phone")
    #expect(world.asks(first, .invite(name: "X", person: "anna", role: .operator, until: nil)) == .forbidden)
    #expect(world.asks(first, .rotate(second)) == .forbidden)
    #expect(world.asks(first, .revoke(second)) == .forbidden)
    let joined = try world.lets(by: first)
    let open = try world.invited(by: first)
    #expect(world.asks("loam", .revoke(first)) == .accepted)
    #expect(world.phase(first) == nil && world.phase(open) == nil)
    #expect(world.knows(joined) && world.knows(second))
  }

  @Test func `only an operator asks, for people and devices that are there, and for a time that lies ahead`()
  {
    var world = AccountWorld()
    let wall = world.stage.now.wall
    func invite(_ person: PersonID = "anna", until: Timestamp? = nil) -> AccountWish {
      .invite(name: "X", person: person, role: .viewer, until: until)
    }
    #expect(world.asks("anna-watch", invite()) == .forbidden)
    #expect(world.asks("stranger", invite()) == .forbidden)
    #expect(world.asks("loam", invite("nobody")) == .badValue)
    #expect(world.asks("loam", invite(until: wall)) == .badTime)
    #expect(world.asks("loam", invite(until: wall + .days(401))) == .badTime)
    // Names of the config are no accounts of ours.
    #expect(world.asks("loam", .revoke("anna-watch")) == .badValue)
    #expect(world.asks("loam", .rotate("anna-watch")) == .badValue)
    var clockless = AccountWorld(isWallTrusted: false)
    let soon = clockless.stage.now.wall + .days(1)
    #expect(clockless.asks("loam", invite(until: soon)) == .refused)
  }

  @Test
  func
    `a rotated device is out at once, and in again with the new secret; where the broker does not obey it stays`()
    throws
  {
    var world = AccountWorld()
    let phone = try world.lets()
    #expect(world.asks("loam", .rotate(phone)) == .accepted)
    #expect(!world.knows(phone) && world.phase(phone) == .invited)
    world.send(.account(.joins(phone)))
    #expect(world.knows(phone))

    world.send(.account(.control(isOpen: false)))
    #expect(world.asks("loam", .rotate(phone)) == .notReachable)
    #expect(world.asks("loam", .revoke(phone)) == .notReachable)
    #expect(world.knows(phone))
  }

  @Test func `nobody takes the way in from oneself: another operator gives the new code`() throws {
    var world = AccountWorld()
    let phone = try world.lets(in: .operator, by: "anna-phone")
    #expect(world.asks(phone, .rotate(phone)) == .forbidden)
    #expect(world.knows(phone) && world.phase(phone) == .member)
    #expect(world.asks("anna-phone", .rotate(phone)) == .accepted)
    let other = try world.lets(in: .operator, by: "anna-phone")
    #expect(world.asks(other, .revoke(other)) == .accepted)
  }

  @Test func `a revoked device is out although the broker is silent, and the broker is told again`() throws {
    var world = AccountWorld()
    let phone = try world.lets()
    world.answer = { $0.kind == .remove ? nil : .done }
    #expect(world.asks("loam", .revoke(phone)) == nil)
    #expect(!world.knows(phone))
    world.wait(.seconds(6))
    #expect(world.outcomes.values.contains { $0.code == .queued })
    world.answer = { _ in .done }
    world.wait(.seconds(61))
    #expect(world.phase(phone) == nil)
  }

  @Test func `where nobody knows what the broker did, the device is out`() throws {
    for silent in [AccountOrder.Kind.open(name: "Kitchen phone"), .reopen, .admit] {
      var world = AccountWorld()
      world.answer = { $0.kind == silent ? nil : .done }
      let invited = world.invites()
      if let invited { world.send(.account(.joins(invited))) }
      if silent == .reopen, let invited { world.asks("loam", .rotate(invited)) }
      world.wait(.seconds(6))
      world.answer = { _ in .done }
      world.wait(.seconds(61))
      #expect(world.stage.garden.memory.accounts.isEmpty, "\(silent)")
    }
  }

  @Test func `killed between the join and the broker's answer, the device is out after the restart`() throws {
    var world = AccountWorld()
    world.answer = { $0.kind == .admit ? nil : .done }
    let phone = try world.invited()
    world.send(.account(.joins(phone)))
    world.answer = { _ in .done }
    world.restart()
    #expect(world.phase(phone) == nil && !world.knows(phone))
  }

  @Test func `a name that the broker has already is not taken over, and nothing is removed there`() {
    var world = AccountWorld()
    world.answer = { if case .open = $0.kind { .refused } else { .done } }
    #expect(
      world.asks("loam", .invite(name: "X", person: "anna", role: .viewer, until: nil)) == .conflict)
    #expect(world.stage.garden.memory.accounts.isEmpty && !world.ordered.contains(.remove))
  }

  @Test
  func
    `with each link every account is looked at: one that is gone is forgotten, lost rights are given again`()
    throws
  {
    var world = AccountWorld()
    let (gone, poor) = (try world.lets(), try world.lets())
    world.answer = { order in
      order.kind == .look ? (order.device == gone ? .missing : .damaged) : .done
    }
    world.restart()
    #expect(!world.knows(gone) && world.phase(gone) == nil && world.knows(poor))
    #expect(world.ordered.suffix(5) == [.probe, .sweep, .look, .look, .mend])
  }

  @Test func `an account at the broker of which the store knows nothing is out, and nobody else`() throws {
    var world = AccountWorld()
    let phone = try world.lets()
    var removed: [DeviceID] = []
    var isObedient = false
    world.answer = { order in
      if order.kind == .sweep { return .found(["orphan-abcd", phone]) }
      if order.kind == .remove { removed.append(order.device) }
      return order.kind == .remove && !isObedient ? .refused : .done
    }
    world.restart()
    #expect(removed == ["orphan-abcd"] && world.knows(phone))
    // It is tried again as long as it is there.
    isObedient = true
    world.wait(.seconds(61))
    #expect(removed == ["orphan-abcd", "orphan-abcd"] && world.knows(phone))
    #expect(world.stage.garden.memory.accounts.map(\.id) == [phone])
  }

  @Test func `where the broker still waits for the join of a member, that code lets nobody in`() throws {
    var world = AccountWorld()
    let phone = try world.lets()
    world.answer = { $0.kind == .look ? .invited : .done }
    world.restart()
    #expect(!world.knows(phone) && world.phase(phone) == nil)
    #expect(world.ordered.last == .remove && !world.ordered.contains(.mend))
  }

  @Test func `no order leaves while another bridge is in charge`() {
    var world = AccountWorld()
    world.send(.account(.control(isOpen: false)))
    let before = world.ordered.count
    #expect(
      world.asks("loam", .invite(name: "X", person: "anna", role: .viewer, until: nil)) == .notReachable)
    world.wait(.hours(1))
    #expect(world.ordered.count == before)
  }

  @Test func `a phone that was let in is told what its person is told, until it is out`() throws {
    for hears in [true, false] {
      var plan = GardenPlan.oneBasil
      plan.console = DevicePlan(id: "loam", name: "Console", role: .operator)
      plan.people[0].plants = hears ? nil : []
      var world = AccountWorld(plan: plan)
      let phone = try world.lets()
      world.stage.reads(40)
      world.holds(25, for: .minutes(15))
      let bobs = ["bob-phone", "hall-tablet"]
      let told = world.notices.flatMap(\.devices)
      #expect(Set(told) == Set(bobs + (hears ? ["anna-phone", phone] : [])))

      #expect(world.asks("loam", .revoke(phone)) == .accepted)
      world.holds(25, for: .hours(30))
      let again = world.notices.flatMap(\.devices).dropFirst(told.count)
      #expect(Set(again) == Set(told).subtracting([phone]))
    }
  }

  @Test func `one more than 64 is refused`() {
    var world = AccountWorld()
    for _ in 0..<64 {
      #expect(world.invites() != nil)
      // No faster than a device may send.
      world.wait(.seconds(1))
    }
    #expect(world.asks("loam", .invite(name: "X", person: "anna", role: .viewer, until: nil)) == .busy)
  }

  @Test func `a wish that is sent again while the broker works on it acts once`() throws {
    var world = AccountWorld()
    world.answer = { _ in nil }
    let head = world.stage.head("loam")
    let wish = Command.account(head, .invite(name: "X", person: "anna", role: .viewer, until: nil))
    world = AccountWorld()
    world.answer = { if case .open = $0.kind { nil } else { .done } }
    world.send(.command(wish))
    world.send(.command(wish))
    #expect(world.stage.garden.memory.accounts.count == 1 && world.outcomes.isEmpty)
  }

  @Test func `names that cannot be written are phones, and long ones are cut`() throws {
    var world = AccountWorld()
    for (name, stem) in [
      ("厨房", "phone"), ("Ännas Händy №7", "nnas-h-ndy-7"),
      (String(repeating: "x", count: 64), String(repeating: "x", count: 24)),
    ] {
      world.asks("loam", .invite(name: name, person: "anna", role: .viewer, until: nil))
      let id = try #require(world.stage.garden.memory.accounts.last?.id)
      #expect(id.dropLast(5) == stem)
    }
  }
}
