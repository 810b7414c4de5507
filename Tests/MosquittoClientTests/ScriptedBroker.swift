import Foundation
import TestKit

/// Answers each connection with fixed bytes after its first packet, in turn; then hangs up, or stays.
final class ScriptedBroker: Sendable {
  enum Answer: Sendable {
    case bytes([UInt8])
    case bytesThenHangUp([UInt8])
    case hangUp
  }
  private let listener: SilentListener
  var port: UInt16 { listener.port }

  /// - Parameter answers: the last one goes on for ever. Each gets the protocol level of the CONNECT (5, or 4 for 3.1.1).
  init(_ answer: @escaping @Sendable (_ connection: Int, _ level: UInt8) -> Answer) throws {
    let listener = try SilentListener()
    self.listener = listener
    Thread.detachNewThread {
      var count = 0
      // The thread keeps the listener: a closed descriptor's number is another broker's a moment later.
      while case let connection = accept(listener.descriptor, nil, nil), connection >= 0 {
        var buffer = [UInt8](repeating: 0, count: 1024)
        // A CONNECT may come in pieces: fixed header of two bytes, then as many as the second one says.
        var length = unsafe recv(connection, &buffer, 2, Int32(MSG_WAITALL))
        if length == 2 {
          var rest = [UInt8](repeating: 0, count: Int(buffer[1]))
          length += unsafe recv(connection, &rest, rest.count, Int32(MSG_WAITALL))
          buffer.replaceSubrange(2..<(2 + rest.count), with: rest)
        }
        // Fixed header, two bytes of length, "MQTT", the level.
        let level = length > 8 ? buffer[8] : 0
        switch answer(count, level) {
        case .bytes(let bytes): _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        case .bytesThenHangUp(let bytes):
          _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
          Self.hangUp(connection)
        case .hangUp: Self.hangUp(connection)
        }
        count += 1
      }
    }
  }

  /// Closing with unread bytes would reset the connection, and the client would meet the reset or the end, by chance.
  private static func hangUp(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 1024)
    while unsafe recv(connection, &rest, rest.count, 0) > 0 {}
    close(connection)
  }

  deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }
}
