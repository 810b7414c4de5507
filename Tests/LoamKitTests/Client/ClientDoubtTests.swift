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

  @Test func `what a broker has lost is not gone before the bridge has said again what there is`()
    async throws
  {
    let client = Paper.client(transport, time)
    async let connecting: Void = client.connect()
    while transport.link == nil { await Task.yield() }
    transport.tell(.online(isSessionPresent: true))
    try await connecting
    try transport.tell("plants/v1/bridge/status", Paper.status())
    let (kept, lost) = (Paper.control(20), Paper.control(30, id: "fern-dry-below"))
    for control in [kept, lost] { try transport.tell(Paper.topic(control), control) }
    while client.controls.count < 2 { await Task.yield() }

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
