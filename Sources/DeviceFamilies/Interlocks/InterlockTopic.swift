package import GardenCore
import MQTTTypes
package import PayloadJSON

/// How an interlock's topic is read: which value, and which words mean "no water" and "water may flow".
package struct InterlockBinding: Sendable, Hashable {
  package var interlock: InterlockIndex
  /// May hold wildcards; every message under it speaks for the interlock.
  package var topic: String
  /// Empty: the whole payload.
  package var path: FieldPath
  /// Words or comparisons, as ``FieldMatch`` says.
  package var blocks: [String]
  package var clears: [String]

  package init(
    interlock: InterlockIndex, topic: String, path: FieldPath = FieldPath([]), blocks: [String],
    clears: [String]
  ) {
    self.interlock = interlock
    self.topic = topic
    self.path = path
    self.blocks = blocks
    self.clears = clears
  }
}

/// Reads the topic of an interlock: any device, any family, told by the config alone.
///
/// A word of `blocks` wins over one of `clears`. A message with neither, that is too large or no JSON where a path leads into it, says
/// that nobody knows. One in which nothing stands at the path is about something else and says nothing; so does an empty one, by which
/// a retained word is removed.
package struct InterlockTopic: DeviceDecoder {
  package let sources: [DeviceSource]
  private let blocks: FieldMatch
  private let clears: FieldMatch

  package init(_ binding: InterlockBinding) throws(BindingProblem) {
    sources = [DeviceSource(filter: try Topics.filter(binding.topic))]
    blocks = FieldMatch(path: binding.path, values: binding.blocks)
    clears = FieldMatch(path: binding.path, values: binding.clears)
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if payload.byteCount == 0, !payload.isTooLarge { return }
    guard !payload.isTooLarge else { return items.append(.interlock(blocks: nil)) }
    guard blocks.path.steps.isEmpty else { return decodeField(payload, into: &items) }
    // A bare word and a JSON string of it are the same.
    let fields = [payload.root.map { FoundField(.json($0)) }, FoundField(.payload(payload))]
    if fields.contains(where: { $0 != nil && blocks.holds($0) }) {
      items.append(.interlock(blocks: true))
    } else {
      items.append(.interlock(blocks: fields.contains { $0 != nil && clears.holds($0) } ? false : nil))
    }
  }

  private func decodeField(_ payload: PayloadReader, into items: inout [DecodedItem]) {
    let root = blocks.path.fitsBareText ? FieldRoot.text(payload) : payload.root.map { FieldRoot.json($0) }
    guard let root else { return items.append(.interlock(blocks: nil)) }
    guard let found = root.field(at: blocks.path) else { return }
    let word: Bool? = blocks.holds(found) ? true : clears.holds(found) ? false : nil
    items.append(.interlock(blocks: word))
  }
}
