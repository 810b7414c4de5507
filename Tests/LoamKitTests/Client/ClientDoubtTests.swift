import Testing

@testable import FuzzHarness
@testable import LoamKit

/// What a broker that lost its session, and perhaps all it kept, makes of what a client knows.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ClientDoubtTests {
  private let transport = PaperTransport()
  private let time = PaperTime()

  private func wait() async {
    while !time.pass() { await Task.yield() }
  }

  /// Connected, with a bridge that has said two controls.
  private func connected() async throws -> (LoamClient, kept: ControlState, lost: ControlState) {
    let client = Paper.client(transport, time)
    async let connecting: Void = client.connect()
    while transport.link == nil { await Task.yield() }
    transport.tell(.online(isSessionPresent: true))
    try await connecting
    try transport.tell("plants/v1/bridge/status", Paper.status())
    let (kept, lost) = (Paper.control(20), Paper.control(30, id: "fern-dry-below"))
    for control in [kept, lost] { try transport.tell(Paper.topic(control), control) }
    while client.controls.count < 2 { await Task.yield() }
    return (client, kept, lost)
  }

  @Test func `without a link nothing is gone, and the next one tells`() async throws {
    let (client, kept, _) = try await connected()
    transport.tell(.offline("cut"))
    transport.tell(.online(isSessionPresent: false))
    await wait()
    transport.tell(.offline("cut again"))
    while client.isOnline { await Task.yield() }
    for _ in 0..<11 { await wait() }
    #expect(client.controls.count == 2)
    transport.tell(.online(isSessionPresent: true))
    try transport.tell("plants/v1/bridge/status", Paper.status(online: false))
    while client.status?.online == true { await Task.yield() }
    let again = Paper.control(25)
    try transport.tell(Paper.topic(again), again)
    while !client.controls.contains(again) { await Task.yield() }
    #expect(Paper.topic(again) == Paper.topic(kept) && client.controls.count == 2)
    await wait()
    while client.controls.count > 1 { await Task.yield() }
    #expect(client.controls == [again])
  }

  @Test func `what a broker has lost is not gone before the bridge has said again what there is`()
    async throws
  {
    let (client, _, _) = try await connected()
    transport.tell(.offline("the broker starts anew, and has kept nothing"))
    transport.tell(.online(isSessionPresent: false))
    for _ in 0..<4 {
      await wait()
      #expect(client.controls.count == 2)
    }
    try transport.tell("plants/v1/bridge/status", Paper.status(online: false))
    while client.status?.online == true { await Task.yield() }
    await wait()
    #expect(client.controls.count == 2)
    let again = Paper.control(25)
    try transport.tell(Paper.topic(again), again)
    while !client.controls.contains(again) { await Task.yield() }
    await wait()
    while client.controls.count > 1 { await Task.yield() }
    #expect(client.controls == [again] && client.status != nil)
  }
}
