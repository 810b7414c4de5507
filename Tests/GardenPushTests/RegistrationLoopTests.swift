import GardenPush
import LoamKit
import Logging
import PushChannels
import Synchronization
import TestKit
import Testing
import GardenCore

/// What the push process answers to registrations, whoever they are of.
@Suite struct RegistrationLoopTests {
  private final class Answers: Sendable {
    let all = Mutex<[(code: AckCode, field: String?, device: String)]>([])
  }

  private func loop(_ answers: Answers, in folder: TemporaryFolder) throws -> PushLoop {
    PushLoop(
      store: try PushStore(folder: folder.path), web: ServiceClient(), calendar: .utc,
      log: Logger(label: "test"),
      answer: { ack, device in
        answers.all.withLock { $0.append((ack.code, ack.field, device.text)) }
      }, show: { _ in })
  }

  private func payload(_ number: Int, endpoint: String) throws -> [UInt8] {
    try DocumentCodec.encode(
      PushRegistration(
        id: MessageID(at: EpochSeconds(clamping: 1_795_220_607), UInt64(number), 1),
        at: EpochSeconds(clamping: 1_795_220_607), endpoint: endpoint,
        p256dh: String(repeating: "a", count: 87), auth: String(repeating: "b", count: 22)))
  }

  @Test func `an endpoint without https is named, and a device without a channel may register nothing`()
    async throws
  {
    let (folder, answers) = (try TemporaryFolder(), Answers())
    let loop = try loop(answers, in: folder)
    let device = try #require(DeviceName("bob-phone"))
    await loop.register(try payload(1, endpoint: "http://push.example.net/x"), of: device)
    await loop.register(try payload(2, endpoint: "https://push.example.net/x"), of: device)
    answers.all.withLock { all in
      #expect(all.map(\.code) == [.badValue, .forbidden])
      #expect(all.map(\.field) == ["/endpoint", nil])
    }
  }

  @Test func `a flood of one device is bounded and counted, and another is heard meanwhile`() async throws {
    let (folder, answers) = (try TemporaryFolder(), Answers())
    let loop = try loop(answers, in: folder)
    let (bob, anna) = (try #require(DeviceName("bob-phone")), try #require(DeviceName("anna-phone")))
    for number in 0..<100 {
      await loop.register(try payload(number, endpoint: "https://push.example.net/x"), of: bob)
    }
    await loop.register(try payload(200, endpoint: "https://push.example.net/x"), of: anna)
    let floods = await loop.floods
    answers.all.withLock { all in
      // A slow machine gives time for a few more.
      #expect(all.count { $0.code == .forbidden && $0.device == "bob-phone" } <= 40)
      #expect(all.count { $0.code == .rateLimited } == floods && floods >= 60)
      #expect(all.last?.code == .forbidden && all.last?.device == "anna-phone")
    }
  }
}
