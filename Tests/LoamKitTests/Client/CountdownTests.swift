import Foundation
import LoamKit
import Testing
@testable import FuzzHarness

struct CountdownTests {
  private let now = Paper.now

  @Test func `what is left is the end less now, and it is finished when nothing is left`() {
    let countdown = Countdown(seconds: 300, at: now)
    #expect(countdown.left(at: now) == 300 && !countdown.isFinished(at: now))
    #expect(countdown.left(at: now.advanced(by: 299)) == 1)
    #expect(countdown.isFinished(at: now.advanced(by: 300)))
    #expect(countdown.left(at: now.advanced(by: 9999)) == 0)
    #expect(Countdown(seconds: -5, at: now).isFinished(at: now))
  }

  @Test func `an app that quit with 40 s left and comes back after 15 has 25, and after a minute none`() {
    let countdown = Countdown(left: 40, quitAt: now)
    #expect(countdown?.left(at: now.advanced(by: 15)) == 25)
    #expect(countdown?.isFinished(at: now.advanced(by: 60)) == true)
  }

  @Test func `absent is not zero`() {
    #expect(Countdown(left: nil, quitAt: now) == nil)
    #expect(Countdown(left: 40, quitAt: nil) == nil)
    #expect(Countdown(left: 0, quitAt: now)?.isFinished(at: now) == true)
  }

  @Test func `it survives being written and read`() throws {
    let countdown = Countdown(seconds: 300, at: now)
    #expect(try JSONDecoder().decode(Countdown.self, from: JSONEncoder().encode(countdown)) == countdown)
  }

  @Test func `the bridge's own counts down the same, and one that ended is none`() throws {
    let glance = try DocumentCodec.decode(GlanceState.self, from: Example.first("glance-state"))
    let (running, finished) = (glance.runs[0], glance.runs[1])
    #expect(Countdown(running)?.left(at: running.started) == running.left(at: running.started))
    #expect(Countdown(finished) == nil)
  }
}
