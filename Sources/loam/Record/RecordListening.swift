import ArgumentParser
import HostSystem
import MQTTTypes
import MosquittoClient
import ProgramConfig

/// The time in which `loam record` listens. A night is long: a broker that goes away is waited for.
struct RecordListening {
  let writer: RecordingWriter
  let subscriptions: [MQTTSubscription]
  let connection: MosquittoClient.Settings
  let signals: SignalDescriptor
  let broker: BrokerName
  let timeout: Duration

  private static let pause: Int64 = 2000

  /// - Parameter milliseconds: `nil`: until a signal comes.
  /// - Throws: an exit code, where there is no broker to begin with.
  func run(for milliseconds: Int64?) throws {
    let end = milliseconds.map { HostClock.uptimeMilliseconds() + $0 } ?? .max
    var session: MosquittoSession? = try broker.orExit { () throws(MosquittoError) in try connect() }
    defer { session?.close() }
    while writer.failure == nil {
      let left = end - HostClock.uptimeMilliseconds()
      if left <= 0 { return }
      do throws(MosquittoError) {
        if let session {
          if try hasEnded(session, within: min(left, 60_000)) { return }
        } else {
          if hasSignal(within: min(left, Self.pause)) { return }
          session = try connect()
        }
      } catch {
        if writer.link(isUp: false) { StandardError.write("\(broker.sentence(error)) It is waited for.") }
        session = nil
      }
    }
  }

  private func connect() throws(MosquittoError) -> MosquittoSession {
    let session = try MosquittoSession(settings: connection, timeout: timeout) { [writer] in writer.take($0) }
    writer.link(isUp: true)
    let refused = try session.refusals(of: subscriptions, timeout: timeout)
    for (filter, reason) in refused {
      StandardError.write("the broker refuses \(filter) (reason \(reason)): what comes there is not recorded")
    }
    StandardError.write("recording \(subscriptions.count - refused.count) subscriptions of \(broker.text)")
    return session
  }

  private func hasEnded(_ session: MosquittoSession, within milliseconds: Int64) throws(MosquittoError)
    -> Bool
  {
    var isOver = false
    try session.wait(timeout: .milliseconds(milliseconds), alsoFor: signals.descriptor) {
      isOver = isOver || signals.next() != nil || writer.failure != nil
      return isOver
    }
    // What the broker had handed over by then is part of it.
    if isOver { try session.wait(timeout: .zero) { false } }
    return isOver
  }

  private func hasSignal(within milliseconds: Int64) -> Bool {
    var entries = [PollEntry(signals.descriptor, .readable)]
    HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + milliseconds)
    return signals.next() != nil
  }
}
