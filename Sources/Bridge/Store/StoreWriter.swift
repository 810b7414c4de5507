import BridgeConfig
import GardenCore
import GardenStore
import GardenTopics
import HostSystem
import Hub
import LoamKit

/// The store's hands: does what the hub asks of it, and says what became of it.
struct StoreWriter {
  let store: GardenStore

  func reply(to errand: StoreErrand) -> StoreReply {
    var reply = StoreReply()
    do throws(StoreError) {
      switch errand {
      case .session(let session): try store.put(session: session)
      case .traces(let traces): try store.put(traces)
      case .commit(let batch): try store.commit(batch)
      case .waterings(let waterings): try store.put(waterings)
      case .readings(let rows): try store.append(rows)
      case .look: reply.lostFile = store.missingFile()
      case .compact(let bounds, let wall):
        let end = HostClock.uptimeMilliseconds() + Self.piece.milliseconds
        repeat {
          let step = try store.compact(
            now: wall, keepRawFor: GardenStore.rawKept, keepHourlyFor: .days(bounds.historyDays),
            bytesMax: Int(bounds.bytesMax))
          reply.dropped += step.dropped
          reply.hasMore = step.hasMore
        } while reply.hasMore && HostClock.uptimeMilliseconds() < end
        if !reply.hasMore { try store.checkpoint() }
      case .rescue(let batch):
        reply.lostFile = store.missingFile()
        if reply.lostFile != nil { try store.comeLoose() }
        try takeUp(&reply)
        try store.commit(batch)
      }
    } catch {
      reply.failure = "\(error)"
    }
    reply.isInMemory = store.isInMemory
    return reply
  }

  /// The loop waits no longer for it at a time, but for the step that it is at.
  private static let piece: Duration = .milliseconds(20)

  private func takeUp(_ reply: inout StoreReply) throws(StoreError) {
    guard store.isInMemory else { return }
    let told = store.setAside.count
    defer { reply.setAside = Array(store.setAside.dropFirst(told)) }
    try store.takeUp()
    reply.leases = try store.loadMemory().leases.map(\.id)
  }

  /// Few bytes, read as the commits of commands are written: within the turn.
  func answer(
    _ asked: Lookup.Question, blob message: UniqueID, _ facts: BlobFacts, _ part: Lookup.Question.Part
  )
    -> Lookup.Answer
  {
    guard let bytes = try? store.blob(of: message, at: part.at, count: part.count), !bytes.isEmpty else {
      return .init(asked: asked, content: .refused(DocumentError(.busy, "its bytes cannot be read just now")))
    }
    do throws(DocumentError) {
      let payload = try BlobReplies.reply(
        to: asked.head.id, facts, at: part.at, bytes, upTo: asked.bytesMax
      ) { .blob($0) }
      return .init(asked: asked, content: .found(payload))
    } catch {
      return .init(asked: asked, content: .refused(error))
    }
  }
}
