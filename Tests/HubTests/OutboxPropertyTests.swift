import GardenCore
import MQTTTypes
import StoreTypes
import Testing

@testable import Hub

@Suite("The outbox on a bad day")
struct OutboxPropertyTests {
  @Test(arguments: 0..<4)
  func `none lost before its end and none after it, none out of its turn, whoever is killed when`(part: Int) {
    for seed in 0..<2500 {
      var world = OutboxWorld(seed: UInt64(part * 2500 + seed))
      world.run()
      if !world.faults.isEmpty {
        Issue.record("seed \(part * 2500 + seed): \(world.faults)")
        return
      }
    }
  }
}

/// The outbox over rows of a database, a broker that a link comes and goes to, and devices whose acks are lost, doubled and late. Its
/// process is killed before and after a transaction.
private struct OutboxWorld {
  /// What was posted, and what became of it.
  private struct Paper {
    let publication: MQTTPublication
    let handling: Handling
    let expires: Timestamp
    var isRecalled = false
    var isReplaced = false
    var isUntold = false
    var isConfirmed = false

    var isOver: Bool { isRecalled || isReplaced || isUntold || isConfirmed }
  }

  private static let devices: [DeviceID] = ["phone", "watch"]

  private var dice: SplitMix64
  private var seconds: Int64 = 0
  private var outbox: Outbox
  private var rows: [Int64: OutboxEntry] = [:]
  private var papers: [String: Paper] = [:]
  /// As they stood at the last transaction.
  private var kept: [String: Paper] = [:]
  private var arrivals: [String: Int] = [:]
  private var inFlight: [(id: Int64, name: String)] = []
  private var acks: [(device: DeviceID, receipt: UniqueID)] = []
  private var isLinkUp = true
  private var count = 0
  private(set) var faults: Set<String> = []

  init(seed: UInt64) {
    dice = SplitMix64(seed: seed)
    outbox = Outbox(restored: [], receipts: Self.habits, at: Self.moment(0))
  }

  private static let habits = ReceiptHabits(devices.map { DeviceMemory(id: $0, acknowledges: true) })

  private static func moment(_ seconds: Int64) -> Moment {
    Moment(
      wall: Timestamp(seconds: 1_795_248_000 + seconds),
      uptime: Uptime(milliseconds: (1000 + seconds) * 1000),
      isWallTrusted: true)
  }
  private var now: Moment { Self.moment(seconds) }

  private mutating func chance(_ n: UInt64, of m: UInt64) -> Bool { dice.next() % m < n }

  mutating func run() {
    for _ in 0..<60 {
      switch dice.next() % 12 {
      case 0, 1, 2: post()
      case 3, 4: carry()
      case 5, 6: acknowledge()
      case 7: seconds += Int64(1 + dice.next() % 400)
      case 8: recall()
      case 9: setLink(isUp: !isLinkUp)
      case 10: outbox.called(by: Self.devices[Int(dice.next() % 2)], at: now)
      default: if chance(1, of: 20) { seconds += 20_000 }
      }
      settle(mayCrash: true)
    }
    mend()
    check()
  }

  private mutating func post() {
    count += 1
    let device = Self.devices[Int(dice.next() % 2)]
    let receipt = UniqueID(high: 1, low: UInt64(count))
    let rank = Handling.Rank.allCases[Int(dice.next() % 3)]
    let isMessage = chance(1, of: 3)
    let matter = isMessage ? nil : "key-\(dice.next() % 3)"
    let handling = Handling(device, rank, matter: matter, receipt: receipt, isDurable: !isMessage)
    let expires = now.wall + (chance(1, of: 4) ? .seconds(200) : .days(2))
    if let matter {
      for (name, paper) in papers where paper.handling.device == device && paper.handling.matter == matter {
        papers[name]?.isReplaced = true
      }
    }
    let publication = MQTTPublication(topic: "\(count)", payload: [1])
    papers[publication.topic] = Paper(publication: publication, handling: handling, expires: expires)
    outbox.add(publication, handling, expiresAt: expires)
  }

  /// The garden takes back messages alone; what stands for a matter is replaced.
  private mutating func recall() {
    guard
      let name = papers.keys.sorted().first(where: {
        papers[$0].map { !$0.isOver && $0.handling.mustArrive } ?? false
      }),
      let paper = papers[name],
      let receipt = paper.handling.receipt
    else { return }
    outbox.recall(receipt, from: paper.handling.device)
    papers[name]?.isRecalled = true
  }

  /// As the bridge does it: one transaction, then what leaves.
  private mutating func settle(mayCrash: Bool) {
    outbox.expire(at: now)
    outbox.repeatDue(at: now)
    if mayCrash, chance(1, of: 40) { return restart() }
    let changes = outbox.takeChanges(at: now, withMarks: chance(1, of: 2))
    for entry in changes.posted { rows[entry.id] = entry }
    for id in changes.gone { rows[id] = nil }
    for (_, receipt) in changes.untold {
      let name = "\(receipt.low)"
      if papers[name]?.isOver == false { papers[name]?.isUntold = true }
    }
    kept = papers
    if mayCrash, chance(1, of: 40) { return restart() }
    handOver()
  }

  private mutating func handOver() {
    while isLinkUp, inFlight.count < Leaving.documentsMax, let entry = outbox.next() {
      let name = entry.publication.topic
      outbox.handed(entry, at: now)
      inFlight.append((entry.id, name))
      guard let paper = papers[name] else { continue }
      if paper.expires <= now.wall { faults.insert("left after its end") }
      if paper.isRecalled { faults.insert("left after it was recalled") }
      if paper.isUntold { faults.insert("left after it was given up") }
      if paper.isReplaced { faults.insert("left after what takes its place") }
    }
  }

  /// The broker takes the oldest; its ack comes back, or the link breaks before that.
  private mutating func carry() {
    guard isLinkUp, let (id, name) = inFlight.first, let paper = papers[name] else { return }
    arrivals[name, default: 0] += 1
    if let receipt = paper.handling.receipt { acks.append((paper.handling.device, receipt)) }
    if chance(1, of: 8) { return setLink(isUp: false) }
    inFlight.removeFirst()
    outbox.acknowledged(id, at: now)
  }

  private mutating func acknowledge() {
    guard !acks.isEmpty else { return }
    let place = Int(dice.next() % UInt64(acks.count))
    let (device, receipt) = acks[place]
    if !chance(1, of: 6) { acks.remove(at: place) }
    if chance(1, of: 6) { return }
    if outbox.confirmed(receipt, by: device, at: now) {
      papers["\(receipt.low)"]?.isConfirmed = true
    }
  }

  private mutating func setLink(isUp: Bool) {
    if isUp, !isLinkUp { outbox.linkCameAbout() }
    isLinkUp = isUp
  }

  /// Killed: what was done since the last transaction never was. Messages are no rows of the outbox, the garden hands them over anew.
  private mutating func restart() {
    papers = kept
    inFlight = []
    outbox = Outbox(restored: rows.values.sorted { $0.id < $1.id }, receipts: Self.habits, at: now)
    for name in papers.keys.sorted() {
      guard let paper = papers[name], paper.handling.mustArrive, !paper.isOver, paper.expires > now.wall
      else { continue }
      outbox.add(paper.publication, paper.handling, expiresAt: paper.expires)
    }
  }

  /// Nothing is lost any more.
  private mutating func mend() {
    setLink(isUp: true)
    for _ in 0..<40 {
      for device in Self.devices { outbox.called(by: device, at: now) }
      for _ in 0..<12 {
        seconds += 1
        settle(mayCrash: false)
        while let (id, name) = inFlight.first {
          inFlight.removeFirst()
          arrivals[name, default: 0] += 1
          outbox.acknowledged(id, at: now)
          guard let handling = papers[name]?.handling, let receipt = handling.receipt else { continue }
          if outbox.confirmed(receipt, by: handling.device, at: now) { papers[name]?.isConfirmed = true }
        }
      }
    }
    seconds += 5
    settle(mayCrash: false)
  }

  private mutating func check() {
    for (name, paper) in papers where arrivals[name] == nil && !paper.isOver && paper.expires > now.wall {
      faults.insert("\(name) is lost: \(paper.handling)")
    }
    for (name, paper) in papers where !paper.isOver && paper.handling.mustArrive && paper.expires > now.wall {
      faults.insert("\(name) neither arrived nor was given up")
    }
    if outbox.awaitingCount != outbox.items.values.count(where: { $0.stage == .awaiting }) {
      faults.insert("counted wrongly")
    }
  }
}
