import ContractHarness
import Foundation
import LoamKit
import TestKit
import Testing

/// The readers for small machines against LoamKit: what it refuses they refuse, what it takes they read as it does.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ReaderTests {
  private static let allKinds = Documents.all.map { any($0) }
  private static func any<D: Document>(_ type: D.Type) -> ReaderQuestions.Kind { .init(type) }

  /// Each program, and how many changed documents of each kind it is asked for besides the vectors.
  private func compare(_ program: [String], changed count: Int) async throws {
    let folder = try TemporaryFolder()
    var asked: [ReaderQuestions.Question] = []
    for kind in Self.allKinds { asked += try ReaderQuestions(kind).all(changed: count) }
    #expect(Set(asked.map(\.kind)).count == Documents.all.count)
    let lines = asked.map { "\($0.kind) x\(Self.hex($0.bytes))\n" }.joined()
    let (input, output) = (try folder.write(lines, to: "asked"), folder.file("answers"))
    let ended = try await Program.run(
      "sh", ["-c", "in=$1 out=$2; shift 2; exec \"$@\" <\"$in\" >\"$out\"", "-", input, output] + program)
    #expect(ended.isSuccess, "\(ended.output.suffix(4000))")
    defer { withExtendedLifetime(folder) {} }
    let answers = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    try #require(answers.count == asked.count)
    var (taken, differences) = (0, [String]())
    for (question, answer) in zip(asked, answers) {
      let read = answer == "refused" ? nil : JSON(reading: Array(answer.utf8))
      taken += read == nil ? 0 : 1
      if !question.wanted.isRead(as: read) {
        differences.append(
          "\(question.kind) \(String(decoding: question.bytes, as: UTF8.self)) is read as \(answer)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(5).joined(separator: "\n"))")
    #expect(taken > asked.count / 10 && taken < asked.count)
  }

  @Test func `the reader in C++ reads every vector and what is nearly a document as LoamKit does`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await compare([try await ReaderPrograms.built("vectors.cpp", in: folder)], changed: 500)
  }

  @Test(.enabled("MicroPython cannot be had from PyPI") { await PythonEnvironment.micropython.isAvailable() })
  func `the reader in MicroPython reads every vector and what is nearly a document as LoamKit does`()
    async throws
  {
    let program = Program.scripts + "/board/vectors.py"
    try await compare(try await ReaderPrograms.micropython(program, heap: "16M"), changed: 200)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension JSON? {
  /// The same, but for the last digits of numbers: a small machine's arithmetic rounds otherwise.
  fileprivate func isRead(as other: JSON?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isLike(other)
    default: false
    }
  }
}

extension JSON {
  fileprivate func isLike(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): abs(a - b) <= 1e-12 * max(abs(a), abs(b))
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isLike($1) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key].map { value.isLike($0) } ?? false }
    default: self == other
    }
  }
}
