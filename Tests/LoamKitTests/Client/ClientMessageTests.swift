@testable import FuzzHarness
import Testing

@testable import LoamKit

/// Messages of a person's other devices, as a client takes them.
@Suite struct ClientMessageTests {
  private static let watch: DeviceName = Paper.token("anna-watch")
  private static let topic = Paper.down(.msg)

  private func message(
    _ number: Int, _ kind: MessageFromDevice.Kind = .guaranteed, re: Int? = nil, exp: Int64 = 3600
  ) -> MessageFromDevice {
    MessageFromDevice(
      id: Paper.id(number), kind, from: Self.watch, re: re.map(Paper.id), identifier: "WateringLogged",
      content: MessageContent(), ts: Paper.now, exp: Paper.now.advanced(by: exp))
  }

  private func steps(
    _ memory: inout ClientMemory, _ message: MessageFromDevice, isObserved: Bool = true
  ) throws -> [ClientMemory.Step] {
    memory.take(
      topic: Self.topic, payload: try DocumentCodec.encode(message), at: Paper.now,
      isObserved: { _ in isObserved })
  }

  private func handOver(_ message: MessageFromDevice) throws -> ClientMemory.Step {
    .handOver(
      ClientMessage(topic: .down(Paper.device, .msg), payload: try DocumentCodec.encode(message)))
  }

  @Test
  func `a guaranteed message is handed over once, and acknowledged when the app has it and each time after`()
    throws
  {
    var memory = ClientMemory(tree: Paper.tree)
    let message = message(5)
    #expect(try steps(&memory, message) == [try handOver(message)])
    #expect(try steps(&memory, message) == [])
    memory.acknowledged(Paper.id(5))
    #expect(try steps(&memory, message) == [.acknowledge(Paper.id(5))])
  }

  @Test func `an app that was killed before it had it gets it again; one that had it does not`() throws {
    var memory = ClientMemory(tree: Paper.tree)
    #expect(try steps(&memory, message(5)) == [try handOver(message(5))])
    memory = ClientMemory(tree: Paper.tree)
    #expect(try steps(&memory, message(5)) == [try handOver(message(5))])
    memory = ClientMemory(tree: Paper.tree, kept: [Paper.id(4), Paper.id(5)])
    #expect(try steps(&memory, message(5)) == [.acknowledge(Paper.id(5))])
  }

  @Test func `one that an observer was too slow for is handed over when it comes again`() throws {
    var memory = ClientMemory(tree: Paper.tree)
    _ = try steps(&memory, message(5))
    memory.missed(Paper.id(5))
    #expect(try steps(&memory, message(5)) == [try handOver(message(5))])
    memory.acknowledged(Paper.id(5))
    memory.missed(Paper.id(5))
    #expect(try steps(&memory, message(5)) == [.acknowledge(Paper.id(5))])
  }

  @Test func `one that the app could not read is acknowledged as that each time`() throws {
    var memory = ClientMemory(tree: Paper.tree)
    _ = try steps(&memory, message(5))
    memory.missed(Paper.id(5))
    memory.acknowledged(Paper.id(5), .badValue)
    #expect(try steps(&memory, message(5)) == [.acknowledge(Paper.id(5), .badValue)])
  }

  @Test func `an app that stores its notifications says itself that it has them`() throws {
    var memory = ClientMemory(tree: Paper.tree, acknowledgesShown: false)
    let note = try DocumentCodec.encode(Paper.notification(6))
    func steps() -> [ClientMemory.Step] {
      memory.take(topic: Paper.down(.notify), payload: note, at: Paper.now) { _ in true }
    }
    #expect(steps().count == 1)
    #expect(steps().isEmpty)
    memory.acknowledged(Paper.id(6))
    #expect(steps() == [.acknowledge(Paper.id(6))])
  }

  @Test func `where nobody is there for it, it is not acknowledged: the bridge keeps it`() throws {
    var memory = ClientMemory(tree: Paper.tree)
    #expect(try steps(&memory, message(5), isObserved: false) == [])
    #expect(try steps(&memory, message(5)) == [try handOver(message(5))])
  }

  @Test func `one that is over by more than clocks may differ is not handed over, and its sender is told so`()
    throws
  {
    var memory = ClientMemory(tree: Paper.tree)
    #expect(try steps(&memory, message(5, exp: -121)) == [.acknowledge(Paper.id(5), .expired)])
    #expect(try steps(&memory, message(6, exp: -120)) == [try handOver(message(6, exp: -120))])
    #expect(try steps(&memory, message(7, .immediate, exp: -121)) == [])
  }

  @Test func `one that cannot be read is acknowledged with a failure: the next one waits for it`() throws {
    var memory = ClientMemory(tree: Paper.tree)
    let payload = try DocumentCodec.encode(message(5))
    let broken = String(decoding: payload, as: UTF8.self)
      .replacing(#""identifier":"WateringLogged""#, with: #""identifier":7"#)
    let steps = memory.take(
      topic: Self.topic, payload: Array(broken.utf8), at: Paper.now, isObserved: { _ in true })
    #expect(steps == [.acknowledge(Paper.id(5), .badValue)])
    #expect(memory.unreadableCount == 1)
  }

  @Test func `what is meant for now is handed over once, and nobody waits for its ack`() throws {
    var memory = ClientMemory(tree: Paper.tree)
    for (number, kind) in [(10, MessageFromDevice.Kind.immediate), (11, .interactive), (12, .glance)] {
      let message = message(number, kind)
      _ = try steps(&memory, message)
      #expect(try steps(&memory, message) == [])
    }
    #expect(try steps(&memory, message(30, .immediate)) == [try handOver(message(30, .immediate))])
  }

  @Test func `a question to another device ends with its answer, not with the bridge's yes`() async throws {
    let (transport, time) = (PaperTransport(), PaperTime())
    let client = Paper.client(transport, time)
    async let connecting: Void = client.connect()
    while transport.link == nil { await Task.yield() }
    transport.tell(.online(isSessionPresent: false))
    try await connecting
    let question = MessageToDevice(
      id: Paper.id(7), .interactive, to: Self.watch, identifier: "Ask", ts: Paper.now)
    async let answer = client.ask(question)
    while transport.published.isEmpty { await Task.yield() }
    try transport.tell(Paper.down(.ack), Ack(re: Paper.id(7), code: .accepted, ts: Paper.now))
    try transport.tell(Self.topic, message(8, .immediate, re: 9))
    try transport.tell(Self.topic, message(9, .immediate, re: 7))
    #expect(try await answer == message(9, .immediate, re: 7))

    let refused = Paper.failure { () async throws(ClientError) in try await client.ask(question) }
    _ = transport.take()
    while transport.published.isEmpty { await Task.yield() }
    let no = Ack(re: Paper.id(7), code: .notReachable, ts: Paper.now)
    try transport.tell(Paper.down(.ack), no)
    #expect(await refused.value == .refused(no))

    try transport.tell("plants/v1/bridge/status", Paper.status())
    while client.status == nil { await Task.yield() }
    let before = time.passed
    let silence = await time.passing {
      await Paper.failure { () async throws(ClientError) in try await client.ask(question) }.value
    }
    #expect(silence == .noAnswer && time.passed - before == .seconds(10))
  }
}
