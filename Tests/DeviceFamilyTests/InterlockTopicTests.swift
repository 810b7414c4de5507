import DeviceFamilies
import GardenCore
import PayloadJSON
import Testing

@Suite("The topic of an interlock")
struct InterlockTopicTests {
  private func says(
    _ payload: String, path: String = "", blocks: [String] = ["ON"], clears: [String] = ["OFF"]
  ) throws -> [DecodedItem] {
    let interlock = try InterlockTopic(
      InterlockBinding(
        interlock: InterlockIndex(0), topic: "garden/rain",
        path: path.isEmpty ? FieldPath([]) : try FieldPath(text: path), blocks: blocks, clears: clears))
    let reader = PayloadReader()
    reader.load(Array(payload.utf8).span)
    var items: [DecodedItem] = []
    let context = DecodeContext(
      arrival: Timestamp(seconds: 1_795_262_400), wasRetained: false, calendar: .utc)
    interlock.decode(reader, source: 0, context: context, into: &items)
    return items
  }

  @Test(arguments: [("ON", true), (#""ON""#, true), ("OFF", false), ("\"OFF\"", false), (" OFF\n", false)])
  func `a bare word and a JSON string of it are the same`(_ payload: String, _ blocks: Bool) throws {
    #expect(try says(payload) == [.interlock(blocks: blocks)])
  }

  @Test(arguments: ["on", "", "ONE", "{}", "[]", "null", "{\"state\":\"ON\"}", "\u{0}"])
  func `a payload with neither word is unknown, an empty one says nothing`(_ payload: String) throws {
    #expect(try says(payload) == (payload.isEmpty ? [] : [.interlock(blocks: nil)]))
  }

  @Test func `a word of both is no water`() throws {
    #expect(try says("1", blocks: [">0"], clears: ["1", "0"]) == [.interlock(blocks: true)])
  }

  @Test(
    arguments: [
      ("0", false), ("0.0", nil), ("0.1", true), ("12", true), ("-1", nil), ("\"3\"", true), ("wet", nil),
    ] as [(String, Bool?)])
  func `a number is compared`(_ payload: String, _ blocks: Bool?) throws {
    #expect(try says(payload, blocks: [">0"], clears: ["0"]) == [.interlock(blocks: blocks)])
  }

  @Test(
    arguments: [
      (#"{"sn1":1}"#, true), (#"{"sn1":0}"#, false), (#"{"sn1":2}"#, nil), (#"{"sn1":null}"#, nil),
      (#"{"sn1":true}"#, nil), (#"{"sn1":1,"sn1":0}"#, nil), ("ON", nil),
    ] as [(String, Bool?)])
  func `a field is read at its path`(_ payload: String, _ blocks: Bool?) throws {
    #expect(try says(payload, path: "sn1", blocks: ["1"], clears: ["0"]) == [.interlock(blocks: blocks)])
  }

  @Test func `a message about something else says nothing`() throws {
    #expect(try says(#"{"battery":80}"#, path: "rain", blocks: ["true"], clears: ["false"]) == [])
    #expect(
      try says(#"{"rain":false,"battery":80}"#, path: "rain", blocks: ["true"], clears: ["false"])
        == [.interlock(blocks: false)])
  }
}
