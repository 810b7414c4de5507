import GardenCore
import MQTTTypes
import StoreTypes
import Testing

@testable import Hub

@Suite struct OutboxTests {
  private static func moment(_ seconds: Int, isWallTrusted: Bool = true) -> Moment {
    Moment(
      wall: Timestamp(seconds: 1_795_248_000 + Int64(seconds)),
      uptime: Uptime(milliseconds: 1_000_000 + Int64(seconds) * 1000), isWallTrusted: isWallTrusted)
  }
  private static func id(_ n: Int) -> UniqueID { UniqueID(high: 1, low: UInt64(n)) }

  /// An outbox, a broker that takes everything, and what left.
  private struct Post {
    var outbox: Outbox
    var left: [String] = []

    init(_ restored: [OutboxEntry] = [], _ devices: [DeviceMemory] = [], at seconds: Int = 0) {
      outbox = Outbox(restored: restored, receipts: ReceiptHabits(devices), at: moment(seconds))
    }

    mutating func add(_ name: String, _ handling: Handling, lasts: Duration = .days(1)) {
      outbox.add(
        MQTTPublication(topic: name, payload: [1]), handling, expiresAt: moment(0).wall + lasts)
    }

    /// Hands over what waits; the broker acknowledges at once.
    mutating func deliver(at seconds: Int) -> [String] {
      var sent: [String] = []
      outbox.repeatDue(at: moment(seconds))
      while let entry = outbox.next() {
        outbox.handed(entry, at: moment(seconds))
        outbox.acknowledged(entry.id, at: moment(seconds))
        sent.append(entry.publication.topic)
      }
      return sent
    }

    mutating func confirm(_ n: Int, by device: DeviceID = "phone") -> Bool {
      outbox.confirmed(OutboxTests.id(n), by: device, at: moment(0))
    }

    mutating func changes(_ seconds: Int = 0, withMarks: Bool = true) -> Outbox.Changes {
      outbox.takeChanges(at: moment(seconds), withMarks: withMarks)
    }
  }

  private let phone = DeviceMemory(id: "phone", acknowledges: true)
  private func note(_ n: Int, of device: DeviceID = "phone", _ rank: Handling.Rank = .notice) -> Handling {
    Handling(device, rank, matter: "key-\(n)", receipt: Self.id(n))
  }

  private func message(_ n: Int) -> Handling {
    Handling("phone", .notice, receipt: Self.id(n), isDurable: false)
  }

  @Test func `alarms leave first, then notifications, each in order, no more than the window at a time`() {
    var outbox = Outbox(restored: [], at: Self.moment(0))
    for n in 0..<30 {
      let rank = Handling.Rank.allCases[2 - n % 3]
      outbox.add(MQTTPublication(topic: "\(rank)", payload: []), Handling("d\(n)", rank), expiresAt: nil)
    }
    var handed: [OutboxEntry] = []
    while let entry = outbox.next() {
      handed.append(entry)
      outbox.handed(entry, at: Self.moment(0))
    }
    let sent = handed.map(\.publication.topic)
    #expect(sent == Array(repeating: "alarm", count: 10) + Array(repeating: "notice", count: 10))
    outbox.acknowledged(handed[0].id, at: Self.moment(0))
    #expect(outbox.next()?.publication.topic == "rest")
    #expect(outbox.items.count == 29)
  }

  @Test func `a device that takes all it can costs no other anything`() {
    var post = Post()
    post.add("reminder", note(0, of: "phone"))
    for n in 0..<(10 * Outbox.entriesMax) { post.add("ack \(n)", Handling("tablet")) }
    #expect(post.outbox.items.count == Outbox.shareMax + 1)
    #expect(post.outbox.counts.dropped == UInt64(10 * Outbox.entriesMax - Outbox.shareMax))
    #expect(post.changes().untold.map(\.note) == [])
    #expect(post.deliver(at: 0).first == "reminder")
  }

  @Test func `what gives way is of the device that holds the most, of the lowest rank, the oldest`() {
    var post = Post()
    for device in 0..<10 {
      for n in 0..<(device == 0 ? 199 : 200) { post.add("d\(device)", note(n, of: "d\(device)")) }
    }
    post.add("answer", Handling("d5"))
    #expect(post.outbox.items.count == Outbox.entriesMax - 1)
    post.add("late", note(0, of: "e"))
    #expect(post.changes().untold.map(\.note) == [], "the answer went")
    for n in 0..<3 { post.add("alarm", note(1000 + n, of: "f", .alarm)) }
    let lost = post.changes().untold
    #expect(lost.map(\.note) == [Self.id(0), Self.id(0), Self.id(0)])
    #expect(Set(lost.map(\.device)) == ["d7", "d8", "d9"])
    #expect(post.outbox.items.count == Outbox.entriesMax)
  }

  @Test func `a notification that had to give way is reported, and its device again when there is room`() {
    var post = Post([], [phone])
    for n in 0...Outbox.shareMax { post.add("\(n)", note(n)) }
    let lost = post.changes()
    #expect(lost.untold.map(\.note) == [Self.id(0)])
    #expect(lost.gone.count == 1 && lost.posted.count == Outbox.shareMax + 1)
    _ = post.deliver(at: 0)
    for n in 1..<Outbox.shareMax / 2 { #expect(post.confirm(n) == true) }
    #expect(post.changes().reached == [])
    #expect(post.confirm(Outbox.shareMax / 2) == true)
    #expect(post.changes().reached == ["phone"])
  }

  @Test func `a later document about a matter takes the place of an earlier one`() {
    var post = Post([], [phone])
    post.add("rev 1", note(1))
    post.add("rev 2", note(1))
    #expect(post.deliver(at: 0) == ["rev 2"])
    post.add("withdrawn", Handling("phone", .notice, matter: "key-1", receipt: Self.id(9)))
    #expect(post.outbox.items.count == 1)
    #expect(post.deliver(at: 1) == ["withdrawn"])
    #expect(post.deliver(at: 7200) == ["withdrawn"], "and nothing of what it takes back")
  }

  @Test func `it is handed over with growing pauses until the device acknowledges it`() {
    var post = Post([], [phone])
    post.add("note", note(1))
    var times: [Int] = []
    for second in 0..<86_400 where post.deliver(at: second) != [] { times.append(second) }
    #expect(times == [0, 30, 330, 3930, 25_530])
    #expect(post.outbox.counts.sent == 1 && post.outbox.counts.resent == 4)
    #expect(post.confirm(1) == true)
    #expect(post.confirm(1) == false)
    #expect(post.outbox.items.count == 0 && post.outbox.counts.confirmed == 1)
  }

  @Test func `a device that never acknowledged is repeated to only when it says hello`() {
    var post = Post([], [DeviceMemory(id: "phone")])
    post.add("note", note(1))
    #expect(post.deliver(at: 0) == ["note"])
    #expect(post.deliver(at: 80_000) == [])
    post.outbox.called(by: "phone", at: Self.moment(80_000))
    #expect(post.deliver(at: 80_000) == [], "its acks may be under way")
    #expect(post.deliver(at: 80_001) == ["note"])
    for n in 2...10 {
      post.outbox.called(by: "phone", at: Self.moment(80_000 + n * 100))
      _ = post.deliver(at: 80_000 + n * 100 + 1)
    }
    #expect(post.outbox.counts.resent == 3, "bounded")
  }

  @Test func `what is recalled does not leave any more, and what is under way is not repeated`() throws {
    var post = Post([], [phone])
    post.add("waiting", note(1))
    post.outbox.recall(Self.id(1), from: "phone")
    #expect(post.deliver(at: 0) == [])
    post.add("under way", note(2))
    let next = post.outbox.next()
    let underWay = try #require(next)
    post.outbox.handed(underWay, at: Self.moment(0))
    post.outbox.recall(Self.id(2), from: "phone")
    post.outbox.acknowledged(underWay.id, at: Self.moment(0))
    post.add("awaited", note(3))
    #expect(post.deliver(at: 0) == ["awaited"])
    post.outbox.recall(Self.id(3), from: "phone")
    #expect(post.deliver(at: 80_000) == [] && post.outbox.items.count == 0)
    #expect(post.confirm(2) == false)
  }

  @Test func `what must arrive is repeated to a device of which nothing is known, at each of its hellos`() {
    var post = Post()
    post.add("message", message(1))
    var times: [Int] = []
    for second in 0..<86_400 where post.deliver(at: second) != [] { times.append(second) }
    #expect(times == [0, 30, 330, 3930, 25_530])
    for n in 1...10 {
      post.outbox.called(by: "phone", at: Self.moment(90_000 + n * 100))
      #expect(post.deliver(at: 90_000 + n * 100 + 1) == ["message"])
    }
    #expect(post.confirm(1) && post.outbox.items.count == 0)
  }

  @Test func `what must arrive gives way to nothing else, and its ack ends the wait`() {
    var post = Post([], [phone])
    post.add("message", message(0))
    _ = post.deliver(at: 0)
    for n in 1...(2 * Outbox.shareMax) { post.add("\(n)", note(n, .alarm)) }
    #expect(post.outbox.items.count == Outbox.shareMax)
    #expect(post.confirm(0) == true)
  }

  @Test func `where all must arrive the garden hears what gave way, also what the broker had`() {
    var post = Post()
    for n in 0...Outbox.shareMax {
      post.add("\(n)", message(n))
      if n < Leaving.documentsMax { _ = post.deliver(at: 0) }
    }
    #expect(post.changes().untold.map(\.note) == [Self.id(0)])
    #expect(post.outbox.items.count == Outbox.shareMax && post.outbox.counts.unconfirmed == 1)
    #expect(post.confirm(0) == false)
  }

  @Test func `of one that neither greets nor acknowledges nothing is kept`() {
    var post = Post()
    post.add("note", note(1))
    let posted = post.changes()
    #expect(post.deliver(at: 0) == ["note"])
    #expect(post.changes().gone == posted.posted.map(\.id))
  }

  @Test func `the row of what has arrived goes with the next transaction, and by itself a little later`() {
    var post = Post([], [phone])
    post.add("note", note(1))
    let posted = post.changes().posted.map(\.id)
    _ = post.deliver(at: 0)
    #expect(post.confirm(1) == true)
    #expect(post.changes(4, withMarks: false).gone == [])
    #expect(post.changes(5, withMarks: false).gone == posted)
    post.add("next", note(2))
    let next = post.changes(6).posted.map(\.id)
    _ = post.deliver(at: 6)
    #expect(post.confirm(2) == true)
    post.add("withdrawn", Handling("phone", .notice, matter: "key-2", receipt: Self.id(9)))
    let together = post.changes(7, withMarks: false)
    #expect(together.gone == next && together.posted.count == 1, "what is taken back is never sent again")
  }

  @Test func `an ack for what never left ends nothing, nor one of another device`() {
    var post = Post([], [phone])
    post.add("note", note(1))
    #expect(post.confirm(1) == false)
    _ = post.deliver(at: 0)
    #expect(post.confirm(1, by: "thief") == false)
    #expect(post.outbox.items.count == 1)
  }

  @Test func `that the broker has it is written a little later, and not where the ack was quicker`() {
    var post = Post([], [phone])
    post.add("slow", note(1))
    post.add("quick", note(2))
    _ = post.changes(withMarks: false)
    _ = post.deliver(at: 0)
    #expect(post.confirm(2) == true)
    #expect(post.changes(1, withMarks: false).posted.map(\.id) == [])
    let marks = post.changes(5, withMarks: false).posted
    #expect(marks.map(\.publication.topic) == ["slow"] && marks.first?.handedAt == Self.moment(0).wall)
    #expect(post.changes(10).posted.map(\.id) == [])
  }

  @Test func `after a restart it goes on, and what fell due meanwhile is left out`() {
    var entry = OutboxEntry(
      id: 7, publication: MQTTPublication(topic: "old", payload: []), handling: note(1),
      expiresAt: Self.moment(86_400).wall, handedAt: Self.moment(0).wall)
    var post = Post([entry], [phone], at: 100)
    #expect(post.deliver(at: 100) == [])
    #expect(post.deliver(at: 329) == [])
    #expect(post.deliver(at: 330) == ["old"])
    entry.handedAt = nil
    post = Post([entry], [phone], at: 100)
    #expect(post.deliver(at: 100) == ["old"])
    post.add("next", note(2))
    #expect(post.changes().posted.contains { $0.id == 8 } == true)
    #expect(post.outbox.counts.resent == 1)
  }

  @Test func `what is over goes, but not while the clock is not believed`() {
    var post = Post([], [phone])
    post.add("told", note(1), lasts: .seconds(10))
    _ = post.deliver(at: 0)
    post.add("waits", note(2), lasts: .seconds(10))
    post.outbox.expire(at: Self.moment(11, isWallTrusted: false))
    #expect(post.outbox.items.count == 2)
    post.outbox.expire(at: Self.moment(9))
    #expect(post.outbox.items.count == 2)
    post.outbox.expire(at: Self.moment(10))
    #expect(post.outbox.items.count == 0)
    #expect(post.outbox.counts.unconfirmed == 1 && post.outbox.counts.dropped == 1)
    #expect(post.changes().untold.map(\.note) == [Self.id(2)], "it was never told")
  }

  @Test func `what nothing rests on is never written`() {
    var post = Post()
    post.add("forbidden", Handling("phone", isDurable: false))
    _ = post.deliver(at: 0)
    let changes = post.changes()
    #expect(changes.posted.isEmpty && changes.gone.isEmpty)
    #expect(post.outbox.counts.sent == 1)
  }
}
