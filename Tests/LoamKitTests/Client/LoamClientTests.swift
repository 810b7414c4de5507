import Testing

@testable import FuzzHarness
@testable import LoamKit

/// A client on paper: no broker, no clock, no waiting.
@Suite(.serialized, .timeLimit(.minutes(15))) struct LoamClientTests {
  let transport = PaperTransport()
  let time = PaperTime()

  /// Connected, and a bridge has spoken.
  private func connected(hello: Hello? = nil) async throws -> LoamClient {
    let client = Paper.client(transport, time, hello: hello)
    try await connect(client)
    try transport.tell("plants/v1/bridge/status", Paper.status())
    return client
  }

  private func connect(_ client: LoamClient, isSessionPresent: Bool = false) async throws {
    async let connecting: Void = client.connect()
    while transport.link == nil { await Task.yield() }
    transport.tell(.online(isSessionPresent: isSessionPresent))
    try await connecting
  }

  /// Until the client has published so much.
  private func published(_ count: Int) async -> [ClientPublication] {
    while transport.published.count < count { await Task.yield() }
    return transport.take()
  }

  @Test
  func `it asks for the bridge, the states and its own, and says hello with the time after each connect`()
    async throws
  {
    let client = try await connected(
      hello: Hello(device: Paper.device, kind: .phone, ts: Paper.now.advanced(by: -9)))
    let link = try #require(transport.link)
    #expect(link.clientID == "anna-phone" && link.sessionSeconds == 604_800)
    #expect(
      link.subscriptions == ["plants/v1/bridge/+", "plants/v1/state/+/+", "plants/v1/d/anna-phone/dn/+"])
    for _ in 0..<2 {
      let hello = try #require(await published(2).first)
      #expect(hello.topic == "plants/v1/d/anna-phone/up/hello" && hello.isRetained)
      #expect(try DocumentCodec.decode(Hello.self, from: hello.payload).ts == Paper.now)
      transport.tell(.offline("cut"))
      transport.tell(.online(isSessionPresent: true))
    }
    await client.disconnect()
    #expect(!client.isOnline)
  }

  @Test func `it says that it is there and in front, and its will and its goodbye that it is not`()
    async throws
  {
    let client = try await connected(hello: Hello(device: Paper.device, kind: .phone, ts: Paper.now))
    let will = try #require(transport.link?.will)
    #expect(will.topic == "plants/v1/d/anna-phone/up/presence" && will.isRetained)
    func presence(_ publication: ClientPublication?) throws -> Presence {
      try DocumentCodec.decode(Presence.self, from: try #require(publication).payload)
    }
    let session = try presence(will).session
    #expect(try presence(await published(2).last) == Presence(online: true, session: session, ts: Paper.now))
    await client.setForeground(true)
    #expect(try presence(await published(1).last).foreground == true)
    transport.tell(.offline("cut"))
    transport.tell(.online(isSessionPresent: true))
    #expect(try presence(await published(2).last).foreground == true)
    await client.disconnect()
    let parting = try presence(await published(1).last)
    let last = try presence(will)
    #expect(!parting.online && parting.session == session && parting == last)
  }

  @Test func `a tool that speaks as another's device does not say that it is there`() async throws {
    let tool = try await connected()
    #expect(transport.link?.will == nil)
    await tool.disconnect()
    #expect(transport.take().isEmpty)
  }

  @Test func `what the broker does not take is told at once, to whom it concerns`() async throws {
    let client = try await connected()
    let plant = try #require(SubjectName("basil"))
    let answer = ActionMessage(
      id: client.newID(), category: .wateringReminder, action: .waterDone, plant: plant, at: client.now)
    let forbidden = Paper.failure { () async throws(ClientError) in _ = try await client.send(answer) }
    let topic = try #require(await published(1).first).topic
    transport.tell(.forbidden(topic: "plants/v1/d/anna-phone/up/ack"))
    transport.tell(.forbidden(topic: topic))
    #expect(await forbidden.value == .forbidden(topic: topic))
  }

  @Test func `who cannot connect is told why, and a broker that says nothing is not waited for for ever`()
    async throws
  {
    let client = Paper.client(transport, time)
    let refused = Paper.failure { () async throws(ClientError) in try await client.connect() }
    while transport.link == nil { await Task.yield() }
    transport.tell(.offline("no such host"))
    #expect(await refused.value == .notConnected("no such host"))
    let outcome = await time.passing {
      await Paper.failure { () async throws(ClientError) in try await client.connect(within: .seconds(3)) }
        .value
    }
    #expect(outcome == .notConnected("no answer within 3.0 seconds"))
  }

  @Test func `an observer from before the connection, one from now and one from later see the same`()
    async throws
  {
    let client = Paper.client(transport, time)
    var early = client.observe(ControlState.self).makeAsyncIterator()
    try await connect(client)
    let (one, two) = (Paper.control(20), Paper.control(30, id: "fern-dry-below"))
    try transport.tell(Paper.topic(one), one)
    try transport.tell(Paper.topic(two), two)
    #expect(await early.next()?.document == one)
    #expect(await early.next()?.document == two)
    #expect(client.controls == [one, two])
    #expect(client.document(.control(two.id)) == two)
    var late = client.observe(ControlState.self).makeAsyncIterator()
    let seen = [await late.next()?.document, await late.next()?.document]
    #expect(seen.contains(one) && seen.contains(two))
    transport.tell(.message(topic: Paper.topic(one), payload: []))
    #expect(await early.next() == Observation(topic: .control(one.id), document: nil))
    #expect(await late.next()?.document == nil)
    #expect(client.controls == [two])
  }

  @Test func `an observer that is slow keeps the newest, and what it lost is counted`() async throws {
    let client = try await connected()
    var slow = client.observe(ControlState.self, newest: 2).makeAsyncIterator()
    var other = client.observe(ControlState.self).makeAsyncIterator()
    for value in 1...5 {
      try transport.tell(Paper.topic(Paper.control(20)), Paper.control(Double(20 + value), rev: value))
    }
    for value in 1...5 { #expect(await other.next()?.document?.rev == value) }
    // The one may have the last of them before the other has.
    while client.droppedCount < 3 { await Task.yield() }
    #expect(await slow.next()?.document?.rev == 4)
    #expect(await slow.next()?.document?.rev == 5)
    #expect(client.droppedCount == 3)
  }

  @Test
  func `a notification nobody is there for is not acknowledged; one that was handed over is, once it was`()
    async throws
  {
    let client = try await connected()
    try transport.tell(Paper.down(.notify), Paper.notification(5))
    try transport.tell(Paper.topic(Paper.control(20)), Paper.control(20))
    while client.controls.isEmpty { await Task.yield() }
    #expect(transport.published.isEmpty)
    var notes = client.observe(NotificationMessage.self).makeAsyncIterator()
    for _ in 0..<2 {
      try transport.tell(Paper.down(.notify), Paper.notification(5))
      let ack = try #require(await published(1).first)
      #expect(ack.topic == "plants/v1/d/anna-phone/up/ack" && !ack.isRetained && ack.expirySeconds == 86_400)
      #expect(try DocumentCodec.decode(Ack.self, from: ack.payload).re == Paper.id(5))
    }
    // Once handed over, although it came twice; what comes next is the next revision.
    #expect(await notes.next()?.document == Paper.notification(5))
    try transport.tell(Paper.down(.notify), Paper.notification(5, rev: 2))
    #expect(await notes.next()?.document?.note.rev == 2)
  }

  @Test
  func
    `a notification past its end is acknowledged and not shown; without a clock it counts from its arrival`()
    async throws
  {
    let client = try await connected()
    var notes = client.observe(NotificationMessage.self).makeAsyncIterator()
    try transport.tell(Paper.down(.notify), Paper.notification(6, exp: -121))
    _ = await published(1)
    var unset = Paper.notification(7, exp: -121)
    unset.note.clock = .unset
    try transport.tell(Paper.down(.notify), unset)
    #expect(await notes.next()?.document == unset)
  }

  @Test func `what ended its iteration is no observer any more`() async throws {
    let client = try await connected()
    for await note in client.observe(BridgeStatus.self) {
      #expect(note.document == Paper.status())
      break
    }
    do {
      let notes = client.observe(NotificationMessage.self)
      _ = notes
    }
    try transport.tell(Paper.down(.notify), Paper.notification(5))
    try transport.tell(Paper.topic(Paper.control(20)), Paper.control(20))
    while client.controls.isEmpty { await Task.yield() }
    #expect(transport.published.isEmpty)
  }

  @Test func `after a session that the broker lost, what it does not say again is gone`() async throws {
    let client = try await connected()
    let (kept, lost) = (Paper.control(20), Paper.control(30, id: "fern-dry-below"))
    for control in [kept, lost] { try transport.tell(Paper.topic(control), control) }
    while client.controls.count < 2 { await Task.yield() }
    transport.tell(.offline("cut"))
    transport.tell(.online(isSessionPresent: false))
    try transport.tell(Paper.topic(kept), kept)
    let left = await time.passing { [client] in
      while client.controls.count > 1 { await Task.yield() }
      return client.controls
    }
    #expect(left == [kept])
    #expect(client.status == nil)
  }

  @Test func `a command is sent again with the same id after 5, 15 and 45 s, and given up after 60`()
    async throws
  {
    let client = try await connected()
    #expect(await outcome(client, Paper.done(9)) == .noAnswer)
    #expect(time.passed == .seconds(60))
    let sent = transport.take()
    #expect(sent.count == 4 && Set(sent).count == 1)
    #expect(sent.first?.topic == "plants/v1/d/anna-phone/up/action" && sent.first?.isRetained == false)
    try transport.tell("plants/v1/bridge/status", Paper.status(online: false))
    while client.status?.online == true { await Task.yield() }
    #expect(await outcome(client, Paper.done(9)) == .noBridge)
    transport.tell(.offline("the cable"))
    while client.isOnline { await Task.yield() }
    #expect(await outcome(client, Paper.done(9)) == .notConnected("the cable"))
  }

  private func outcome(_ client: LoamClient, _ message: ActionMessage) async -> ClientError? {
    await time.passing {
      await Paper.failure { () async throws(ClientError) in try await client.send(message) }.value
    }
  }

  @Test func `a yes is returned, a no is thrown, and a question gets its reply`() async throws {
    let client = try await connected()
    async let done = client.send(Paper.done(9))
    _ = await published(1)
    let yes = Ack(re: Paper.id(9), code: .alreadyDone, ts: Paper.now)
    try transport.tell(Paper.down(.ack), Ack(re: Paper.id(8), code: .accepted, ts: Paper.now))
    try transport.tell(Paper.down(.ack), yes)
    #expect(try await done == yes)

    let moved = Paper.failure { () async throws(ClientError) in try await client.send(Paper.set(10)) }
    _ = await published(1)
    let no = Ack(re: Paper.id(10), code: .outOfRange, ts: Paper.now)
    try transport.tell(Paper.down(.ack), no)
    #expect(await moved.value == .refused(no))

    let token = try DocumentCodec.decode(PushRegistration.self, from: Example.first("push"))
    async let handed = client.send(token)
    #expect(await published(1).first?.topic.hasSuffix("/up/push") == true)
    try transport.tell(Paper.down(.ack), Ack(re: token.id, code: .accepted, ts: Paper.now))
    #expect(try await handed.code == .accepted)
    let example = try DocumentCodec.decode(MessageReply.self, from: Example.first("reply"))
    var question = try DocumentCodec.decode(MessageRequest.self, from: Example.first("msg"))
    question.id = example.re
    async let asked = client.ask(question)
    _ = await published(1)
    try transport.tell(Paper.down(.reply), example)
    #expect(try await asked == .reply(example))
  }

  @Test func `what breaks a rule is not sent, and whoever gives up or disconnects is told so`() async throws {
    let client = try await connected()
    var wrong = Paper.done(9)
    wrong.plant = nil
    let error = await #expect(throws: ClientError.self) { try await client.send(wrong) }
    guard case .invalid = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(transport.published.isEmpty)

    let given = Paper.failure { () async throws(ClientError) in try await client.send(Paper.done(9)) }
    _ = await published(1)
    given.cancel()
    #expect(await given.value == .cancelled)
    let left = Paper.failure { () async throws(ClientError) in try await client.send(Paper.done(10)) }
    _ = await published(1)
    await client.disconnect()
    #expect(await left.value == .cancelled)
  }

  @Test func `each id is another, and says the time`() {
    let ids = (0..<100).map { [client = Paper.client(transport, time)] _ in client.newID() }
    #expect(Set(ids).count == 100)
    // 1795220607000 ms in hexadecimal.
    #expect(ids.allSatisfy { $0.text.hasPrefix("01a1fb7c-9018-7") && MessageID($0.text) == $0 }, "\(ids[0])")
  }

  @Test func `every error says what happened`() {
    let errors: [ClientError] = [
      .notConnected("x"), .noBridge, .noAnswer, .refused(Ack(re: nil, code: .busy, ts: Paper.now)),
      .invalid(DocumentError(.badID, at: "/id", "no id")), .cancelled,
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect(errors[3].description == "refused: busy")
  }
}
