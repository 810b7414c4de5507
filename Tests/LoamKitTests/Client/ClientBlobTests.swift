@testable import FuzzHarness
import Testing

@testable import LoamKit

/// Bytes in parts, as a client sends and fetches them.
@Suite struct ClientBlobTests {
  private static let watch: DeviceName = Paper.token("anna-watch")
  private static let picture = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  private let transport = PaperTransport()
  private let time = PaperTime()

  private func connected() async throws -> LoamClient {
    let client = Paper.client(transport, time)
    async let connecting: Void = client.connect()
    while transport.link == nil { await Task.yield() }
    transport.tell(.online(isSessionPresent: false))
    try await connecting
    try transport.tell("plants/v1/bridge/status", Paper.status())
    while client.status == nil { await Task.yield() }
    return client
  }

  /// Plays the bridge while `work` lasts: each publication is answered, or lost where `answer` has none. Time passes only when the client
  /// has what it was told.
  private func during<Value: Sendable>(
    _ client: LoamClient, _ work: @escaping @Sendable () async -> Value,
    answer: (ClientPublication) throws -> [(String, [UInt8])]
  ) async throws -> Value {
    let result = Held<Value?>(nil)
    let (told, heard) = (Held(0), Held(0))
    let messages = client.observeMessages()
    let listening = Task {
      for await message in messages where message.topic != .bridgeStatus { heard.change { $0 += 1 } }
    }
    defer { listening.cancel() }
    let working = Task { result.change { [value = await work()] in $0 = value } }
    while result.value == nil {
      for publication in transport.take() {
        for (topic, payload) in try answer(publication) {
          told.change { $0 += 1 }
          transport.tell(.message(topic: topic, payload: payload))
        }
      }
      for _ in 0..<200 { await Task.yield() }
      if transport.published.isEmpty, heard.value == told.value { time.pass() }
    }
    await working.value
    guard let value = result.value else { throw CancellationError() }
    return value
  }

  private func message(_ bytes: [UInt8]) -> MessageToDevice {
    MessageToDevice(
      id: Paper.id(7), .blob, to: Self.watch, identifier: "Picture",
      blob: BlobFacts(bytes, type: "image/png"),
      ts: Paper.now)
  }

  private func ack(_ code: AckCode, next: Int? = nil) throws -> (String, [UInt8]) {
    var ack = Ack(re: Paper.id(7), code: code, ts: Paper.now)
    ack.next = next
    return (Paper.down(.ack), try DocumentCodec.encode(ack))
  }

  @Test(arguments: [0, 1, 2])
  func `all bytes go in order, whatever is lost, comes twice or is too fast for the bridge`(_ kind: Int)
    async throws
  {
    let client = try await connected()
    let message = message(Self.picture)
    var received: [UInt8] = []
    var number = 0
    let result = try await during(
      client,
      {
        await Paper.failure { () async throws(ClientError) in try await client.send(message, Self.picture) }
          .value
      }
    ) { publication in
      number += 1
      let isLost = kind == 1 && number % 3 == 0
      if publication.topic.hasSuffix("/up/part") {
        if kind == 2, number % 3 == 0 { return [try ack(.rateLimited)] }
        let part = try DocumentCodec.decode(BlobPartMessage.self, from: publication.payload)
        if part.at == received.count { received += part.data }
      }
      if isLost { return [] }
      let isWhole = received.count == Self.picture.count
      let answer = try ack(isWhole ? .queued : .accepted, next: received.count)
      return kind == 1 ? [answer, answer] : [answer]
    }
    #expect(result == nil && received == Self.picture)
  }

  @Test func `bytes that are not those that were announced never leave`() async throws {
    let client = try await connected()
    let message = message(Self.picture)
    let failure = await Paper.failure { () async throws(ClientError) in try await client.send(message, [1]) }
      .value
    guard case .invalid? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(transport.published.allSatisfy { !$0.topic.hasSuffix("/up/send") })
  }

  /// How a fetch ends where the bridge has these bytes, the `change`-th part on others.
  private func fetched(
    _ client: LoamClient, _ bytes: [UInt8], facts: BlobFacts, having begun: [UInt8] = [], loses: Int = .max,
    from change: Int = .max, to others: [UInt8] = []
  ) async throws -> Result<[UInt8], ClientError> {
    let sent = MessageFromDevice(
      id: Paper.id(7), .blob, from: Self.watch, identifier: "Picture", content: MessageContent(), blob: facts,
      ts: Paper.now, exp: Paper.now.advanced(by: 3600))
    var number = 0
    return try await during(
      client,
      {
        do throws(ClientError) { return .success(try await client.bytes(of: sent, having: begun)) } catch {
          return .failure(error)
        }
      }
    ) { publication in
      let question = try DocumentCodec.decode(MessageRequest.self, from: publication.payload)
      guard case .blob(let request) = question.content else { return [] }
      number += 1
      if number % loses == 0 { return [] }
      let here = number > change ? others : bytes
      let data = Array(here.dropFirst(request.at).prefix(10_000))
      let facts = number > change ? BlobFacts(others, type: "image/png") : facts
      let reply = MessageReply(re: question.id, .blob(BlobPart(facts, at: request.at, data)))
      return [(Paper.down(.reply), try DocumentCodec.encode(reply))]
    }
  }

  @Test func `a blob is fetched whole, though answers are lost on the way`() async throws {
    let client = try await connected()
    let facts = BlobFacts(Self.picture, type: "image/png")
    #expect(try await fetched(client, Self.picture, facts: facts) == .success(Self.picture))
    #expect(try await fetched(client, Self.picture, facts: facts, loses: 3) == .success(Self.picture))
  }

  @Test func `an app that was ended goes on with what it has; what it has and is not so is fetched anew`()
    async throws
  {
    let client = try await connected()
    let facts = BlobFacts(Self.picture, type: "image/png")
    for begun in [Array(Self.picture.prefix(45_000)), Self.picture, [1, 2, 3], Self.picture + [1]] {
      #expect(
        try await fetched(client, Self.picture, facts: facts, having: begun) == .success(Self.picture))
    }
  }

  @Test func `bytes with another hash are not handed over`() async throws {
    let client = try await connected()
    var broken = Self.picture
    broken[31_000] ^= 1
    let facts = BlobFacts(Self.picture, type: "image/png")
    let result = try await fetched(client, broken, facts: facts)
    #expect(result == .failure(.damaged), "\(result.map(\.count))")
    // Another blob has come under the same name.
    #expect(
      try await fetched(client, Self.picture, facts: facts, from: 2, to: broken) == .failure(.damaged))
  }

  @Test func `a photo that changes meanwhile is fetched anew, and is one of the two`() async throws {
    let client = try await connected()
    let (old, new) = (Self.picture, Array(Self.picture.reversed()))
    var number = 0
    let result: Result<[UInt8], ClientError> = try await during(
      client,
      {
        do throws(ClientError) {
          return .success(try await client.photo(of: Paper.token("basil")).bytes)
        } catch {
          return .failure(error)
        }
      }
    ) { publication in
      let question = try DocumentCodec.decode(MessageRequest.self, from: publication.payload)
      guard case .photo(let request) = question.content else { return [] }
      number += 1
      let bytes = number > 2 ? new : old
      let part = BlobPart(
        BlobFacts(bytes, type: "image/png"), at: request.at, Array(bytes.dropFirst(request.at).prefix(20_000))
      )
      return [(Paper.down(.reply), try DocumentCodec.encode(MessageReply(re: question.id, .photo(part))))]
    }
    #expect(result == .success(new))
  }

  @Test func `what is meant for now fails at once where there is no link`() async throws {
    let client = Paper.client(transport, time)
    for kind in [MessageToDevice.Kind.immediate, .interactive] {
      let message = MessageToDevice(id: Paper.id(9), kind, to: Self.watch, identifier: "Now", ts: Paper.now)
      let failure =
        kind == .immediate
        ? await Paper.failure { () async throws(ClientError) in try await client.send(message) }.value
        : await Paper.failure { () async throws(ClientError) in try await client.ask(message) }.value
      #expect(failure == .notConnected("not connected yet"))
    }
    #expect(time.passed == .zero)
  }
}
