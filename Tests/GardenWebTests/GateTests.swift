import GardenWeb
import Testing

@Suite struct GateTests {
  @Test(arguments: [
    "localhost", "localhost:8090", "LOCALHOST", "localhost.", "127.0.0.1:1", "[::1]", "[::1]:8090",
    "garden.example",
  ])
  func `on the loopback these names are ours`(host: String) {
    #expect(HostCheck(isOpen: false, names: ["garden.example"]).isOurs(host))
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:8090:1", "localhost:x",
    "[::1", "[::1]x", "::1", "", ":8090", "localhost@evil.example", "0.0.0.0", "localhost:99999",
  ])
  func `a name that a stranger let point to us is not ours`(host: String) {
    #expect(!HostCheck(isOpen: false, names: ["garden.example"]).isOurs(host))
  }

  @Test func `a request without a name is nobody's`() {
    #expect(!HostCheck(isOpen: true, names: []).isOurs(nil))
    #expect(HostCheck(isOpen: true, names: []).isOurs("garden.local:8090"))
  }

  @Test(arguments: [
    ("Bearer correct-horse-battery", true), ("bearer correct-horse-battery", true),
    ("Basic YW5uYTpjb3JyZWN0LWhvcnNlLWJhdHRlcnk=", true), ("Basic OmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ==", true),
    ("Bearer correct-horse-batter", false), ("Bearer correct-horse-batteryX", false), ("Bearer ", false),
    ("Bearer", false), ("", false), ("correct-horse-battery", false), ("Basic correct-horse-battery", false),
    ("Basic Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5", false), ("Digest correct-horse-battery", false),
    ("Bearer correct-horse-batterycorrect-horse-battery", false),
  ])
  func `the token opens as bearer and as password, and nothing else does`(header: String, opens: Bool) {
    #expect(AccessToken("correct-horse-battery").opens(header) == opens)
  }

  @Test func `no header and an empty secret open nothing`() {
    #expect(!AccessToken("correct-horse-battery").opens(nil))
    #expect(!AccessToken("").opens("Bearer "))
    #expect(!AccessToken("").opens("Basic Og=="))
  }

  @Test func `a client may come in a burst, then at its pace`() {
    var table = RateTable(burst: 3, perSecond: 1, clientsMax: 10)
    for _ in 0..<3 { #expect(table.take(for: "10.0.0.1", at: 0) == nil) }
    #expect(table.take(for: "10.0.0.1", at: 0) == 1)
    #expect(table.take(for: "10.0.0.2", at: 0) == nil)
    #expect(table.take(for: "10.0.0.1", at: 999) == 1)
    #expect(table.take(for: "10.0.0.1", at: 2000) == nil)
    #expect(table.take(5, for: "10.0.0.1", at: 2000) == 4)
  }

  @Test func `a clock that steps back gives nobody tokens`() {
    var table = RateTable(burst: 1, perSecond: 1, clientsMax: 10)
    #expect(table.take(for: "10.0.0.1", at: 10_000) == nil)
    #expect(table.take(for: "10.0.0.1", at: 0) != nil)
  }

  @Test func `a million addresses do not fill the memory, and the one that is kept out stays out`() {
    var table = RateTable(burst: 2, perSecond: 1, clientsMax: 100)
    for i in 0..<10_000 {
      _ = table.take(for: "10.\(i / 65_536).\(i / 256 % 256).\(i % 256)", at: Int64(i))
      if i % 50 == 0 { _ = table.take(for: "192.168.0.9", at: Int64(i)) }
    }
    #expect(table.clients <= 100)
    #expect(table.take(2, for: "192.168.0.9", at: 10_000) != nil)
  }

  @Test func `one IPv6 network is one client`() {
    var table = RateTable(burst: 1, perSecond: 1, clientsMax: 10)
    #expect(table.take(for: "2001:db8:0:1::5", at: 0) == nil)
    #expect(table.take(for: "2001:db8:0:1:aaaa:bbbb:cccc:dddd", at: 0) != nil)
    #expect(table.take(for: "2001:db8:0:2::5", at: 0) == nil)
    #expect(table.take(for: "::ffff:10.0.0.1", at: 0) == nil)
    #expect(table.take(for: "10.0.0.1", at: 0) != nil)
    #expect(table.take(for: "fe80::1%eth0", at: 0) == nil)
  }
}

@Suite struct ConnectionCountTests {
  private func take(_ count: Int, of connections: ConnectionCount, from client: String) -> [ConnectionCount
    .Seat]
  {
    (0..<count).compactMap { _ in connections.open(from: client) {} }
  }

  @Test func `three clients cannot take every place`() {
    let connections = ConnectionCount()
    for n in 1...3 { _ = take(48, of: connections, from: "10.0.0.\(n)") }
    #expect(connections.now.open < connections.max)
    #expect(connections.open(from: "10.0.0.4") {} != nil)
  }

  @Test func `who has few takes the place of a connection that waits, of whoever has most`() async {
    let connections = ConnectionCount(max: 6, perClientMax: 4)
    let many = take(4, of: connections, from: "10.0.0.1")
    let few = take(2, of: connections, from: "10.0.0.2")
    connections.isAnswering(true, on: many[0])
    #expect(connections.open(from: "10.0.0.3") {} != nil)
    #expect(connections.now.displaced == 1 && connections.now.open == 6)
    // Its end comes later, and frees nobody else's place.
    connections.close(many[1])
    #expect(connections.now.open == 6)
    connections.close(few[0])
    #expect(connections.now.open == 5)
  }

  @Test func `nobody makes room for one who has as many, or while all are being answered`() {
    let connections = ConnectionCount(max: 4, perClientMax: 4)
    let first = take(2, of: connections, from: "10.0.0.1")
    let second = take(2, of: connections, from: "10.0.0.2")
    #expect(connections.open(from: "10.0.0.1") {} == nil)
    for seat in first + second { connections.isAnswering(true, on: seat) }
    #expect(connections.open(from: "10.0.0.3") {} == nil)
    #expect(connections.now.refused == 2)
    connections.isAnswering(false, on: first[1])
    #expect(connections.open(from: "10.0.0.3") {} != nil)
  }
}
