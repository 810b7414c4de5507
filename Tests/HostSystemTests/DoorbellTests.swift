import HostSystem
import TestKit
import Testing

@Suite struct DoorbellTests {
  @Test
  func
    `whoever rings is heard once, also by somebody who comes back, and where nobody listens nothing happens`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("bell")
    Doorbell.ring(path)
    for _ in 0..<2 {
      let bell = try Doorbell(path)
      #expect(!bell.wasRung())
      Doorbell.ring(path)
      Doorbell.ring(path)
      var entries = [PollEntry(bell.descriptor, .readable)]
      HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + 30_000)
      #expect(bell.wasRung() && !bell.wasRung())
    }
  }

  @Test func `what is no pipe is no bell`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "bell")
    #expect(throws: HostError.self) { try Doorbell(path) }
  }
}
