package import GardenCore
package import LoamKit

/// Bytes of a blob as an answer. Made on whatever thread has them.
package enum BlobReplies {
  /// The payload of `dn/reply`, at most `bytesMax`: as many of the bytes as fit.
  ///
  /// - Parameters:
  ///   - bytes: of the blob from `at` on.
  ///   - answer: which question is answered.
  package static func reply(
    to message: UniqueID, _ blob: BlobFacts, at: Int, _ bytes: [UInt8], upTo bytesMax: Int,
    _ answer: (BlobPart) -> MessageReply.Answer
  ) throws(DocumentError) -> [UInt8] {
    guard let re = MessageID(message.description) else { throw DocumentError(.badID, "not a UUID") }
    guard at < blob.size else { throw DocumentError(.badValue, at: "/content/at", "behind the end") }
    var bytes = bytes
    return try DocumentCodec.encode(
      MessageReply(re: re, answer(BlobPart(blob, at: at, bytes))), upTo: bytesMax
    ) {
      reply, excess in
      // Four characters are three bytes.
      guard bytes.count > 1 else { return false }
      bytes.removeLast(min(bytes.count - 1, (excess + 3) / 4 * 3))
      reply.content = answer(BlobPart(blob, at: at, bytes))
      return true
    }
  }
}
