import DeviceFamilies
import GardenCore
import HostSystem
import MosquittoClient
import PayloadJSON

/// Keeps what the session hears; a class because the session's closure holds it.
final class MessageCollector {
  private(set) var heard: HeardMessages
  private let reader: PayloadReader

  init(ownTree: String) {
    heard = HeardMessages(ownTree: ownTree)
    // A list of a house's devices is larger than what one of them says.
    reader = PayloadReader(bytesMax: 4 << 20)
  }

  func take(_ message: MosquittoSession.Message) {
    heard.take(
      HeardMessage(
        topic: message.topic, payload: message.payload, wasRetained: message.isRetained,
        arrival: Timestamp(milliseconds: HostClock.now().wallMilliseconds)), reader)
  }
}
