import Foundation
import GardenCore
import GardenStore
import HostSystem
import LoamKit
import TestKit
import Testing

@testable import Bridge

@Suite(.timeLimit(.minutes(15))) struct HistoryQueriesTests {
  private static let start = Timestamp(seconds: 1_790_035_200)

  private func question(_ n: UInt64, bytesMax: Int = 32_768) -> HistoryQueries.Question {
    HistoryQueries.Question(
      head: CommandHead(id: UniqueID(high: 0x7000, low: n), device: "anna-phone", at: Self.start),
      question: HistoryQuestion(
        plant: "basil", quantity: .moisture, from: Self.start, to: Self.start + .days(1)),
      shares: [HistoryShare(sensor: "probe", weight: 1)], topic: "t", bytesMax: bytesMax)
  }

  private func answers(_ queries: HistoryQueries, count: Int) -> [HistoryQueries.Answer] {
    var all: [HistoryQueries.Answer] = []
    let end = HostClock.uptimeMilliseconds() + 30_000
    while all.count < count, HostClock.uptimeMilliseconds() < end {
      var entries = [PollEntry(queries.bell.descriptor, .readable)]
      HostPoll.wait(&entries, until: end)
      while let answer = queries.takeAnswer() { all.append(answer) }
    }
    return all
  }

  private func onStore(_ body: (String, GardenStore) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.append(
      (0..<600).map {
        HistoryRow(
          sensor: "probe", quantity: .moisture, value: 30, at: Self.start + .minutes($0),
          measuredAt: Self.start + .minutes($0))
      })
    try body(folder.path, store)
  }

  @Test func `questions are answered one after the other, each with its own id`() throws {
    try onStore { path, _ in
      let queries = try HistoryQueries(folder: path)
      for n in 1...3 as ClosedRange<UInt64> { #expect(queries.ask(question(n))) }
      let answers = answers(queries, count: 3)
      #expect(answers.map(\.asked.head.id.low) == [1, 2, 3])
      for answer in answers {
        guard case .found(let bytes) = answer.content else {
          Issue.record("\(answer.content)")
          continue
        }
        let reply = try DocumentCodec.decode(MessageReply.self, from: bytes)
        #expect(reply.re.text == answer.asked.head.id.description)
        guard case .history(let past) = reply.content else {
          Issue.record("\(reply)")
          continue
        }
        #expect(past.points.count == 60 && past.stepS == 600)
      }
      queries.close()
    }
  }

  @Test func `four questions wait at most, and there is room again when one is answered`() throws {
    try onStore { path, _ in
      let queries = try HistoryQueries(folder: path)
      var taken = 0
      for n in 0..<200 as Range<UInt64> where queries.ask(question(n)) { taken += 1 }
      #expect(taken == HistoryQueries.waitingMax)
      #expect(answers(queries, count: taken).count == taken)
      #expect(queries.ask(question(999)))
      #expect(answers(queries, count: 1).map(\.asked.head.id.low) == [999])
      queries.close()
      #expect(!queries.ask(question(1000)))
    }
  }

  @Test func `a history that is missing or damaged is an answer, and one that came back is read`() throws {
    try onStore { path, store in
      let file = "\(path)/\(GardenStore.historyFile)"
      let elsewhere = try HistoryQueries(folder: path + "/nowhere")
      #expect(elsewhere.ask(question(1)))
      guard case .failed? = answers(elsewhere, count: 1).first?.content else {
        Issue.record("answered from nothing")
        return
      }
      elsewhere.close()
      try store.checkpoint()
      let good = path + "/copy"
      try FileManager.default.createDirectory(atPath: good, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: file, toPath: good + "/" + GardenStore.historyFile)
      let copy = "\(good)/\(GardenStore.historyFile)"
      let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
      try Data(repeating: 0x5A, count: bytes.count).write(to: URL(fileURLWithPath: copy))
      let queries = try HistoryQueries(folder: good)
      #expect(queries.ask(question(2)))
      guard case .failed? = answers(queries, count: 1).first?.content else {
        Issue.record("answered from a damaged file")
        return
      }
      try bytes.write(to: URL(fileURLWithPath: copy))
      #expect(queries.ask(question(3)))
      guard case .found? = answers(queries, count: 1).first?.content else {
        Issue.record("not read anew")
        return
      }
      queries.close()
    }
  }

  @Test func `a device that takes too little is told so`() throws {
    try onStore { path, _ in
      let queries = try HistoryQueries(folder: path)
      #expect(queries.ask(question(1, bytesMax: 100)))
      guard case .failed(let why)? = answers(queries, count: 1).first?.content else {
        Issue.record("answered")
        return
      }
      #expect(why.contains("fit"))
      queries.close()
    }
  }
}
