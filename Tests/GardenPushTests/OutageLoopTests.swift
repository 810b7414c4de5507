import HostSystem
import LoamKit
import Logging
import PushChannels
import TestKit
import Testing
@testable import GardenPush
import GardenCore

/// Who is told that a channel is out.
@Suite struct OutageLoopTests {
  private struct Nowhere: ClientTransport {
    func connect(_ link: ClientLink) -> AsyncStream<TransportEvent> { AsyncStream { $0.finish() } }
    func publish(_ publication: ClientPublication) async throws(ClientError) {}
    func disconnect() async {}
  }

  private func line(_ device: DeviceName, _ memory: CourierMemory) throws -> PushLoop.Line {
    let tree = try #require(TopicTree(base: "plants"))
    let host = ClientHost(now: { EpochSeconds(clamping: 0) }, wait: { _ in }, random: { 1 })
    return PushLoop.Line(
      courier: Courier(device, .telegram, memory: memory, calendar: .utc, seed: 1),
      client: LoamClient(LoamClient.Settings(device: device, tree: tree), transport: Nowhere(), host: host),
      service: Service(kind: .telegram, address: "http://127.0.0.1:1", bearer: nil))
  }

  /// What the others remember, after the process has begun with a channel that stands so.
  private func told(
    _ change: (inout CourierMemory) -> Void, others: [String],
    otherChange: (inout CourierMemory) -> Void = { _ in },
    in folder: TemporaryFolder
  ) async throws -> [String: [String]] {
    let chat = try #require(DeviceName("anna-chat"))
    let people = ["anna-chat": "anna", "anna-ntfy": "anna", "bob-chat": "bob"]
    var owners: [DeviceName: (person: String, name: String)] = [:]
    for (device, person) in people {
      owners[try #require(DeviceName(device))] = (person, "the phone of \(person)")
    }
    let store = try PushStore(folder: folder.path)
    let loop = PushLoop(
      store: store, web: ServiceClient(), calendar: .utc, log: Logger(label: "test"), owners: owners,
      answer: { _, _ in }, show: { _ in })
    var memory = try store.memory(of: LineName(chat)) ?? CourierMemory()
    change(&memory)
    await loop.add(try line(chat, memory))
    for other in others {
      let device = try #require(DeviceName(other))
      var memory = try store.memory(of: LineName(device)) ?? CourierMemory()
      otherChange(&memory)
      await loop.add(try line(device, memory))
    }
    await loop.begin()
    await loop.begin()
    await loop.end()
    var told: [String: [String]] = [:]
    for other in others {
      let device = try #require(DeviceName(other))
      told[other] = try store.memory(of: LineName(device))?.items.map(\.key) ?? []
    }
    return told
  }

  @Test func `the person's other channel is told, and where there is none that of somebody else`()
    async throws
  {
    let now = HostClock.now().wallMilliseconds / 1000
    let folder = try TemporaryFolder()
    #expect(
      try await told({ $0.outSince = now - 60 }, others: ["anna-ntfy", "bob-chat"], in: folder) == [
        "anna-ntfy": [], "bob-chat": [],
      ])
    #expect(
      try await told({ $0.outSince = now - 1000 }, others: ["anna-ntfy", "bob-chat"], in: folder)
        == ["anna-ntfy": ["channel-anna-chat"], "bob-chat": []])
    // Once more in another life of the process: it was told.
    #expect(
      try await told({ _ in }, others: ["bob-chat"], in: folder) == ["bob-chat": []])
    let second = try TemporaryFolder()
    #expect(
      try await told({ $0.outSince = now - 1000 }, others: ["bob-chat"], in: second)
        == ["bob-chat": ["channel-anna-chat"]])
  }

  @Test func `where all channels are out at once each says it of the others, and the process goes on`()
    async throws
  {
    let now = HostClock.now().wallMilliseconds / 1000
    let folder = try TemporaryFolder()
    let told = try await told(
      { $0.outSince = now - 1000 }, others: ["anna-ntfy"], otherChange: { $0.outSince = now - 1000 },
      in: folder)
    #expect(told == ["anna-ntfy": ["channel-anna-chat"]])
    let store = try PushStore(folder: folder.path)
    let chat = try #require(DeviceName("anna-chat"))
    #expect(try store.memory(of: LineName(chat))?.items.map(\.key) == ["channel-anna-ntfy"])
  }
}
