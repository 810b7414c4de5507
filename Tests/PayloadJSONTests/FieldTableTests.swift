import PayloadJSON
import Testing

@Suite struct FieldTableTests {
  private let reader = PayloadReader()

  private func root(_ text: String) throws -> JSONValue {
    reader.load(text.utf8Span.span)
    return try #require(reader.root)
  }

  /// What the table finds, as texts; checked against the look-up key by key.
  private func found(_ keys: [String], in object: JSONValue) -> [String] {
    let table = FieldTable(keys)
    var texts: [String] = []
    object.withFields(table) { fields in
      for (i, key) in table.keys.enumerated() {
        let value = fields[i]
        #expect(value?.kind == object[key]?.kind && value?.double == object[key]?.double)
        #expect(fields.number(i) == object[key]?.number)
        texts.append(value.map { $0.double.map { "\($0)" } ?? "\($0.kind)" } ?? "-")
      }
    }
    return texts
  }

  @Test func `all keys are found in one pass, wherever they stand`() throws {
    let object = try root(#"{"c":3,"nested":{"a":9,"x":{"b":8}},"a":1,"list":[{"a":7}],"b":"t"}"#)
    #expect(found(["a", "b", "c", "d", "nested"], in: object) == ["1.0", "string", "3.0", "-", "object"])
  }

  @Test func `a doubled key is told from a single one`() throws {
    let object = try root(#"{"a":1,"b":2,"a":3,"a":4}"#)
    #expect(found(["a", "b"], in: object) == ["doubled", "2.0"])
    let doubled = try #require(object["a"])
    #expect(found(["x"], in: doubled) == ["doubled"])
  }

  @Test func `keys of one length, empty ones, long ones and escaped ones keep apart`() throws {
    let long = String(repeating: "k", count: 70)
    let object = try root(#"{"":1,"ab":2,"ac":3,"\#(long)":4,"\#(long)k":5,"\u00e9":6,"a\u0000":7}"#)
    #expect(found(["ac", "", long + "k", long, "ab"], in: object) == ["3.0", "1.0", "5.0", "4.0", "2.0"])
    #expect(found(["é", "e\u{301}", "a\u{0}"], in: object) == ["6.0", "-", "7.0"])
  }

  @Test func `keys beyond the bound have no place`() throws {
    let keys = (0..<80).map { "key\($0)" }
    let text = "{" + keys.map { "\"\($0)\":\($0.dropFirst(3))" }.joined(separator: ",") + "}"
    let object = try root(text)
    #expect(found(keys.reversed(), in: object) == (16..<80).reversed().map { "\(Double($0))" })
    let table = FieldTable(keys)
    #expect(table.index(of: "key63") == 63 && table.index(of: "key64") == nil)
  }

  @Test func `a number in a text, a doubled one and a null are read as by the value itself`() throws {
    let object = try root(#"{"a":"21.5 %","b":1,"b":2,"c":null,"d":true,"e":-0.5e1}"#)
    object.withFields(FieldTable(["a", "b", "c", "d", "e", "f"])) { fields in
      #expect(fields.number(0) == .value(21.5, unit: .percent) && fields.number(1) == .doubled)
      #expect(fields.number(2) == NumberReading.none && fields.number(3) == .notANumber)
      #expect(fields.number(4) == .value(-5, unit: nil) && fields.number(5) == nil)
    }
  }

  @Test func `a key named twice has one place`() {
    let table = FieldTable(["a", "b", "a"])
    #expect(table.keys == ["a", "b"] && table.index(of: "b") == 1 && table.index(of: "c") == nil)
  }

  @Test func `what is no object, and what is outdated, has no fields`() throws {
    #expect(found(["a"], in: try root("[1]")) == ["-"])
    let old = try root(#"{"a":1}"#)
    reader.load(#"{"a":2}"#.utf8Span.span)
    _ = reader.root
    #expect(found(["a"], in: old) == ["-"])
  }

  @Test func `values of another message cannot be read through fields that were found before`() throws {
    let object = try root(#"{"a":1}"#)
    object.withFields(FieldTable(["a"])) { fields in
      reader.load(#"{"b":{"c":[1,2,3]}}"#.utf8Span.span)
      _ = reader.root
      #expect(fields[0] == nil && fields.number(0) == nil)
    }
  }
}
