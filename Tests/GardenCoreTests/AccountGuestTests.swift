import Testing

@testable import GardenCore

/// Guests end by their date, whatever the clock says and whether the bridge was there or not.
@Suite struct AccountGuestTests {
  @Test func `a guest's time is over by the date or by the bridge's own running, whichever comes first`()
    throws
  {
    for jump in [Duration.zero, .days(-365)] {
      var world = AccountWorld()
      let guest = try world.lets(until: world.stage.now.wall + .hours(3))
      world.stage.now.wall = world.stage.now.wall + jump
      world.wait(.hours(2))
      #expect(world.knows(guest))
      world.wait(.hours(1) + .seconds(1))
      #expect(!world.knows(guest) && world.phase(guest) == nil)
    }
    var world = AccountWorld()
    let guest = try world.lets(until: world.stage.now.wall + .hours(3))
    world.stage.now.wall = world.stage.now.wall + .hours(4)
    world.wait(.seconds(1))
    #expect(!world.knows(guest))
  }

  @Test func `restarts lengthen no guest's time, although the clock stands`() throws {
    var world = AccountWorld()
    let guest = try world.lets(until: world.stage.now.wall + .hours(1))
    for _ in 0..<12 {
      world.stage.now.wall = Stage.start
      world.restart()
      world.wait(.seconds(1))
    }
    #expect(!world.knows(guest) && world.phase(guest) == nil)
  }

  @Test func `a guest whose date passes while the bridge is down is out before it is heard again`() throws {
    var world = AccountWorld()
    let (phone, guest) = (try world.lets(), try world.lets(until: world.stage.now.wall + .hours(1)))
    // The broker does not obey yet.
    world.stage.restart(after: .hours(2))
    world.wait(.milliseconds(1))
    #expect(!world.knows(guest) && world.phase(guest) == .leaving && world.knows(phone))
    world.send(.link(isUp: true))
    world.send(.account(.control(isOpen: true)))
    #expect(world.phase(guest) == nil && world.ordered.contains(.remove) && world.knows(phone))
  }

  @Test func `a guest whose date passed is out when a clock that was wrong after the restart is right again`()
    throws
  {
    for isTrusted in [false, true] {
      var world = AccountWorld()
      let guest = try world.lets(until: world.stage.now.wall + .hours(1))
      world.stage.now.isWallTrusted = isTrusted
      world.stage.now.wall = world.stage.now.wall - .days(365)
      world.restart(after: .hours(2))
      world.wait(.seconds(1))
      // Nobody can know yet.
      #expect(world.knows(guest))
      world.stage.now.isWallTrusted = true
      world.stage.now.wall = world.stage.now.wall + .days(365)
      world.wait(.seconds(1))
      #expect(!world.knows(guest) && world.phase(guest) == nil)
    }
  }

  @Test func `where the clock stays wrong, a guest has after the restart no more than it had before`() throws
  {
    var world = AccountWorld()
    let guest = try world.lets(until: world.stage.now.wall + .hours(1))
    world.wait(.minutes(30))
    world.stage.now.wall = world.stage.now.wall - .days(365)
    world.restart(after: .hours(2))
    world.wait(.minutes(24))
    #expect(world.knows(guest))
    // A restart takes up to five minutes.
    world.wait(.minutes(1) + .seconds(1))
    #expect(!world.knows(guest) && world.phase(guest) == nil)
  }
}
