import PayloadJSON
import Testing

/// What is left of a message without what nobody looked at.
@Suite struct PartLookedAtTests {
  private func part(_ text: String, _ look: (PayloadReader) -> Void) -> String? {
    let reader = PayloadReader()
    reader.noteLooks()
    reader.load(Array(text.utf8).span)
    look(reader)
    return reader.partLookedAt.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `members that were looked at stay as they are written`() {
    let text = #" { "a" : 1.50 ,"b":"x\",}","c": {"d":[ 1,{"e":2,"f":"g"} ,"h"],"i":true}, "j":null }"#
    #expect(part(text) { _ = $0.root?["a"]?.double } == #"{"a":1.50}"#)
    #expect(part(text) { _ = $0.root?["b"]?.text } == #"{"b":"x\",}"}"#)
    #expect(part(text) { _ = $0.root?["c"]?["d"]?[1]?["e"]?.integer } == #"{"c":{"d":[null,{"e":2},null]}}"#)
    #expect(part(text) { _ = $0.root?["j"] } == #"{"j":null}"#)
    #expect(part(text) { _ = $0.root?["absent"] } == "{}")
    // An object that was asked for is there, whatever was found in it.
    #expect(part(text) { _ = $0.root?["c"]?["absent"] } == #"{"c":{}}"#)
  }

  @Test func `fields that are gathered together count when they are found`() {
    let table = FieldTable(["a", "c"])
    let read = part(#"{"a":1,"b":2,"c":"3 V","d":"secret"}"#) { reader in
      reader.root?.withFields(table) { fields in _ = (fields.number(0), fields.number(1)) }
    }
    #expect(read == #"{"a":1,"c":"3 V"}"#)
  }

  @Test func `a key that stands twice does so in the part, and other texts have none`() {
    #expect(part(#"{"a":1,"b":0,"a":2}"#) { _ = $0.root?["a"]?.number } == #"{"a":1,"b":0,"a":2}"#)
    #expect(part("21.5") { _ = $0.number() } == nil)
    #expect(part("no json") { _ = $0.root } == nil)
  }

  @Test func `nothing is noted unless it is asked for`() {
    let reader = PayloadReader()
    reader.load(Array(#"{"a":1}"#.utf8).span)
    _ = reader.root?["a"]?.double
    #expect(reader.partLookedAt == nil)
  }
}
