import ContractHarness
import LoamKit
@testable import FuzzHarness

/// What a reader of a kind of document must make of it, made from the declaration: changes to the examples of the protocol's page.
struct Vectors {
  let kind: Kind
  let examples: [JSON]
  private(set) var cases: [Case] = []
  /// Only examples that say these words are changed.
  private var scope: [(path: [String], word: String)] = []

  struct Case {
    var example: Int
    var change: [([String], JSON?)]
    var verdict: Verdict
  }

  enum Verdict {
    /// Taken, and a writer may write it.
    case valid
    /// Taken, though no writer writes it; read as this; `nil`: as if it were not there.
    case patient(JSON?)
    /// Refused by everybody.
    case refused(AckCode)
    /// Refused by what a schema cannot say, where it is refused at all: what must agree inside the document.
    case disagreeing

    var isTaken: Bool {
      switch self {
      case .valid, .patient: true
      case .refused, .disagreeing: false
      }
    }
  }

  init(_ kind: Kind) {
    self.kind = kind
    examples = Example.all.filter { $0.kind == kind.name }.compactMap {
      (try? JSONReader.object($0.bytes)).map(JSON.object)
    }
    add(kind.shape, at: [])
  }

  private var inScope: [Int] {
    examples.indices.filter { i in scope.allSatisfy { examples[i][$0.path] == .text($0.word) } }
  }

  private func first(with path: [String]) -> Int? { inScope.first { examples[$0][path] != nil } }

  private mutating func add(_ shape: PartShape, at path: [String]) {
    guard let example = first(with: path) else { return }
    for field in shape.fields { add(field, of: shape, at: path + [field.key], example) }
    for rule in shape.rules { add(rule, at: path) }
  }

  private mutating func add(_ field: FieldShape, of shape: PartShape, at path: [String], _ fallback: Int) {
    let example = first(with: path) ?? fallback
    if field.isRequired {
      add(example, path, nil, field.canBeMissing ? .patient(field.absent) : .refused(.missingField))
    } else {
      add(example, path, .null, .patient(nil))
    }
    let before = cases.count
    add(field.type, at: path, example)
    guard let twin = field.twin else { return }
    for i in before..<cases.count {
      cases[i].change.insert((path.dropLast() + [twin], cases[i].change[0].1), at: 0)
    }
  }

  /// Of what may be taken, the first example that agrees with it.
  private mutating func add(_ example: Int, _ path: [String], _ value: JSON?, _ verdict: Verdict) {
    var choices = [Case(example: example, change: [(path, value)], verdict: verdict)]
    if verdict.isTaken {
      for other in inScope where other != example && examples[other][Array(path.dropLast())] != nil {
        choices.append(Case(example: other, change: [(path, value)], verdict: verdict))
      }
    }
    cases.append(choices.first { kind.error(document($0).bytes) == nil } ?? choices[0])
  }

  private mutating func add(_ rule: PartRule, at path: [String]) {
    for example in inScope {
      guard let part = examples[example][path],
        let breach = rule.breach(in: part, others: examples.compactMap { $0[path] })
      else { continue }
      cases.append(
        Case(
          example: example, change: breach.map { (path + $0.path, $0.value) }, verdict: .disagreeing))
      break
    }
    guard case .fields(let keys) = rule.demand, let condition = rule.condition, !condition.isNegated else {
      return
    }
    for word in condition.words {
      for key in keys {
        guard let example = first(with: path + condition.path) else { continue }
        cases.append(
          Case(
            example: example, change: [(path + condition.path, word), (path + [key], nil)],
            verdict: .refused(.missingField)))
      }
    }
  }

  private mutating func add(_ type: TypeShape, at path: [String], _ example: Int) {
    func number(_ value: Double) -> JSON { .number(value) }
    func each(_ values: [JSON], _ verdict: Verdict) {
      for value in values { add(example, path, value, verdict) }
    }
    switch type {
    case .version:
      each([2], .refused(.unsupportedVersion))
      each([0, "1", true], .refused(.badValue))
    case .flag:
      each([true, false], .valid)
      each(["true", 1], .refused(.badValue))
    case .integer(let range):
      let edges = [Double(range.lowerBound), Double(range.upperBound)]
      each(edges.map(number), .valid)
      each(
        [number(edges[0] - 1), number(edges[1] + 1), number(edges[0] + 0.5), "1", true], .refused(.badValue))
    case .number(let range, let clamps):
      let edges = [range.lowerBound, range.upperBound]
      each(edges.map(number), .valid)
      let beyond = [edges[0] - max(1, abs(edges[0])), edges[1] + max(1, abs(edges[1]))]
      for (i, value) in beyond.enumerated() {
        add(example, path, number(value), clamps ? .patient(number(edges[i])) : .refused(.badValue))
      }
      each(["1", true], .refused(.badValue))
    case .positive:
      each([1], .valid)
      each([0, -1, "1"], .refused(.badValue))
    case .string:
      each([7], .refused(.badValue))
    case .text(let count):
      each([count.lowerBound, count.upperBound].map { .text(String(repeating: "ä", count: $0)) }, .valid)
      if count.upperBound < kind.bytesMax {
        each([.text(String(repeating: "a", count: count.upperBound + 1))], .refused(.badValue))
      }
      if count.lowerBound > 0 { each([""], .refused(.badValue)) }
      each(
        [7, .text("a\u{7}" + String(repeating: "a", count: max(0, count.lowerBound - 2)))],
        .refused(.badValue))
      each(
        [.text("\u{202e}" + String(repeating: "a", count: max(0, count.lowerBound - 1)))], .refused(.badValue)
      )
    case .grapheme:
      each(["⚠️", "👨‍👩‍👧‍👦"], .valid)
      each(["", 7], .refused(.badValue))
      each(["💧💧"], .disagreeing)
    case .form(_, let form, let code):
      each(form.edges.map(JSON.text), .valid)
      each([7, "!", .text((form.edges.last ?? "") + "a")], .refused(code))
    case .time:
      each([1_000_000_000, 4_102_444_800], .valid)
      each([999_999_999, 1_580_515_950_000, 1_580_515_950.5.json, "1580515950"], .refused(.badTime))
    case .words(let words, let unknown):
      each(words.map(JSON.text), .valid)
      add(example, path, "guess", unknown.map { .patient(.text($0)) } ?? .refused(.badValue))
      each([7], .refused(.badValue))
    case .requests:
      each(["guess"], .refused(.unknownRequest))
      each([7], .refused(.badValue))
    case .part(let shape):
      each([[], "a"], .refused(.badValue))
      add(shape, at: path)
    case .object(let bytesMax):
      let full = String(repeating: "a", count: bytesMax - 8)
      each([.object([:]), .object(["a": .text(full)]), .object(["a": ["b": [1, .null]]])], .valid)
      each([[], "a"], .refused(.badValue))
      each([.object(["a": .text(full + "a")])], .disagreeing)
    case .base64(let count):
      each([count.lowerBound, count.upperBound].map { .text(Self.base64($0)) }, .valid)
      each([7, "", "a", "AA=A", "ä===", .text(Self.base64(count.upperBound + 1))], .refused(.badValue))
    case .choice(let tag, let variants):
      each([[], "a"], .refused(.badValue))
      for (word, shape) in variants {
        scope.append((path.dropLast() + [tag], word))
        add(shape, at: path)
        scope.removeLast()
      }
    case .list(let item, let countMax):
      each([.object([:]), "a"], .refused(.badValue))
      guard let first = examples[example][path + ["0"]] else { return }
      add(item, at: path + ["0"], example)
      let many = JSON.list(Array(repeating: first, count: countMax + 1))
      if many.bytes.count < kind.bytesMax / 2 { each([many], .refused(.badValue)) }
    case .table(_, let item, _):
      each([[], "a", ["a\u{7}": 1]], .refused(.badValue))
      guard case .object(let members)? = examples[example][path], let name = members.keys.sorted().first
      else { return }
      add(item, at: path + [name], example)
    case .row(let items):
      each([[], "a"], .refused(.badValue))
      if items.count > 1 {
        each([.list(Array(repeating: 1_580_515_950, count: items.count - 1))], .refused(.badValue))
      }
    }
  }

  /// So many bytes that are 0.
  private static func base64(_ count: Int) -> String {
    String(repeating: "A", count: count / 3 * 4) + ["", "AA==", "AAA="][count % 3]
  }

  func document(_ it: Case) -> JSON {
    it.change.reduce(examples[it.example]) { $0.setting($1.0[...], $1.1) }
  }

  /// By verdict, each as a change of an example.
  var json: JSON {
    var groups: [String: [JSON]] = ["valid": [], "patient": [], "refused": [], "disagreeing": []]
    for it in cases where document(it).bytes.count <= kind.bytesMax {
      let (group, more) = it.verdict(for: self)
      var entry: [String: JSON] = more
      entry["example"] = .number(Double(it.example))
      let set = it.change.compactMap { path, value in value.map { (path.pointer, $0) } }
      if !set.isEmpty { entry["set"] = .object(Dictionary(set) { _, last in last }) }
      let removed = it.change.filter { $0.1 == nil }.map { JSON.text($0.0.pointer) }
      if !removed.isEmpty { entry["remove"] = .list(removed) }
      groups[group, default: []].append(.object(entry))
    }
    return .object(groups.mapValues(JSON.list).merging(["examples": .list(examples)]) { first, _ in first })
  }
}

extension Vectors.Case {
  fileprivate func verdict(for vectors: Vectors) -> (group: String, more: [String: JSON]) {
    switch verdict {
    case .refused(let code):
      let field = vectors.kind.error(vectors.document(self).bytes)?.pointer ?? ""
      return ("refused", ["code": .text(code.rawValue), "field": .text(field)])
    case .patient(let reads):
      guard let error = vectors.kind.error(vectors.document(self).bytes) else {
        return ("patient", ["reads": reads ?? .null])
      }
      return ("refused", ["code": .text(error.code.rawValue), "field": .text(error.pointer)])
    case .valid, .disagreeing:
      guard let error = vectors.kind.error(vectors.document(self).bytes) else { return ("valid", [:]) }
      return ("disagreeing", ["code": .text(error.code.rawValue), "field": .text(error.pointer)])
    }
  }
}

extension [String] {
  var pointer: String {
    map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}

extension Double {
  fileprivate var json: JSON { .number(self) }
}
