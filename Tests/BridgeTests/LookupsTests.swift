import Foundation
import GardenStore
import HostSystem
import LoamKit
import StoreTypes
import TestKit
import Testing

@testable import Bridge
@testable import GardenCore
@testable import Hub

@Suite(.timeLimit(.minutes(15))) struct LookupsTests {
  private static let start = Timestamp(seconds: 1_790_035_200)

  private static let day = HistoryQuestion(
    plant: "basil", quantity: .moisture, from: start, to: start + .days(1))

  private func question(_ n: UInt64, bytesMax: Int = 32_768) -> Lookup.Question {
    Lookup.Question(
      head: CommandHead(id: UniqueID(high: 0x7000, low: n), device: "anna-phone", at: Self.start),
      subject: .history(Self.day, [HistoryShare(sensor: "probe", weight: 1)]), topic: "t", bytesMax: bytesMax)
  }

  private func answers(_ queries: Lookups, count: Int) -> [Lookup.Answer] {
    var all: [Lookup.Answer] = []
    let end = HostClock.uptimeMilliseconds() + 30_000
    while all.count < count, HostClock.uptimeMilliseconds() < end {
      var entries = [PollEntry(queries.bell.descriptor, .readable)]
      HostPoll.wait(&entries, until: end)
      while let finding = queries.takeFinding() {
        if case .answer(let answer) = finding { all.append(answer) }
      }
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
      let queries = try Lookups(folder: path)
      for n in 1...3 as ClosedRange<UInt64> { #expect(queries.take(.question(question(n)))) }
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

  @Test func `a history that is missing or damaged is an answer, and one that came back is read`() throws {
    try onStore { path, store in
      let file = "\(path)/\(GardenStore.historyFile)"
      let elsewhere = try Lookups(folder: path + "/nowhere")
      #expect(elsewhere.take(.question(question(1))))
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
      let queries = try Lookups(folder: good)
      #expect(queries.take(.question(question(2))))
      guard case .failed? = answers(queries, count: 1).first?.content else {
        Issue.record("answered from a damaged file")
        return
      }
      try bytes.write(to: URL(fileURLWithPath: copy))
      #expect(queries.take(.question(question(3))))
      guard case .found? = answers(queries, count: 1).first?.content else {
        Issue.record("not read anew")
        return
      }
      queries.close()
    }
  }

  @Test func `a device that takes too little is told so`() throws {
    try onStore { path, _ in
      let queries = try Lookups(folder: path)
      #expect(queries.take(.question(question(1, bytesMax: 100))))
      guard case .refused(let error)? = answers(queries, count: 1).first?.content else {
        Issue.record("answered")
        return
      }
      #expect(error.code == .tooLarge)
      queries.close()
    }
  }

  /// All bytes of what is asked for, part by part.
  private func whole(
    _ queries: Lookups, upTo bytesMax: Int = 32_768,
    _ subject: (Lookup.Question.Part) -> Lookup.Question.Subject
  ) throws -> (BlobFacts, [UInt8]) {
    var bytes: [UInt8] = []
    while true {
      let span = Lookup.Question.Part(at: bytes.count, count: 500)
      let head = CommandHead(id: UniqueID(high: 0x7000, low: 1), device: "anna-phone", at: Self.start)
      #expect(
        queries.take(
          .question(Lookup.Question(head: head, subject: subject(span), topic: "t", bytesMax: bytesMax))))
      guard case .found(let payload)? = answers(queries, count: 1).first?.content else {
        throw CancellationError()
      }
      #expect(payload.count <= bytesMax)
      let part = try #require(try DocumentCodec.decode(MessageReply.self, from: payload).content.part)
      #expect(part.at == bytes.count)
      bytes += part.data
      if bytes.count == part.blob.size { return (part.blob, bytes) }
    }
  }

  @Test func `the parts of a table are parts of one table, though readings come in between`() throws {
    try onStore { path, store in
      let queries = try Lookups(folder: path)
      let shares = [HistoryShare(sensor: "probe", weight: 1)]
      var question = Self.day
      question.points = HistoryFileRequest.pointsMax
      var number = 0
      let (facts, bytes) = try whole(queries, upTo: 600) { span in
        number += 1
        let at = Self.start + .minutes(600 + number)
        try? store.append([
          HistoryRow(sensor: "probe", quantity: .moisture, value: 9, at: at, measuredAt: at)
        ])
        return .table(question, shares, span)
      }
      #expect(number > 20 && facts.isOf(bytes) && facts.type == "text/csv")
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
      // The header, a line a minute, and what had come before the first part was asked for.
      #expect(lines.count == 1 + 600 + 1)
      #expect(lines[0] == "time,seconds,mean,lowest,highest")
      #expect(lines[1] == "2026-09-22T00:00:00Z,1790035200,30.0,30.0,30.0")
      queries.close()
    }
  }

  @Test func `a photo comes whole, and what is none is refused`() throws {
    let folder = try TemporaryFolder()
    let queries = try Lookups(folder: folder.path)
    let picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0] + (0..<2000).map { UInt8($0 % 251) }
    try folder.write(picture, to: "basil.jpg")
    let (facts, bytes) = try whole(queries) { .photo(path: folder.file("basil.jpg"), $0) }
    #expect(bytes == picture && facts == BlobFacts(picture, type: "image/jpeg"))
    try folder.write(Array("root:x:0:0".utf8), to: "passwd.jpg")
    let head = CommandHead(id: UniqueID(high: 0x7000, low: 1), device: "anna-phone", at: Self.start)
    for (name, at) in [("passwd.jpg", 0), ("nowhere.jpg", 0), ("basil.jpg", picture.count)] {
      let subject = Lookup.Question.Subject.photo(
        path: folder.file(name), Lookup.Question.Part(at: at, count: 9))
      #expect(
        queries.take(.question(Lookup.Question(head: head, subject: subject, topic: "t", bytesMax: 32_768))))
      guard case .refused(let error)? = answers(queries, count: 1).first?.content else {
        Issue.record("\(name) was answered")
        continue
      }
      #expect(error.code == .badValue)
    }
    queries.close()
  }
}
