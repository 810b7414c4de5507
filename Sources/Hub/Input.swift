package import BridgeConfig
package import LoamKit
package import MQTTTypes

extension Hub {
  /// What happens to a bridge, but for messages: these come by ``Hub/take(topic:payload:qos:wasRetained:at:)``, which borrows their bytes.
  package enum Input: Sendable {
    /// Once, before everything else.
    case start
    /// Time passed, and the clock of the wall is not believed for that reason.
    case time(doubt: BridgeStatus.Doubt?)
    /// The broker has let us in, and waits for ``Hub/Output/goOnline``.
    case lookBegan(LinkFacts, window: Int)
    /// - Parameter window: so many publications of QoS 1 the broker takes before it has acknowledged one.
    case link(LinkState, window: Int)
    case published(Parcel, PublishOutcome)
    /// Nothing of it was taken, and why.
    case notPublished(Parcel, MQTTPublication, String)
    case subscribed(String, SubscribeOutcome)
    /// A message that was larger than is read.
    case tooLarge(topic: [UInt8], bytes: Int, bytesMax: Int)
    /// What became of ``Hub/Output/store(_:)``.
    case stored(StoreReply)
    case found(Lookup.Finding)
    case notLookedUp(Lookup)
    case surveyed(Survey)
    /// Everything closes, and stays closed.
    case emergencyStop
    /// Another config, read and checked.
    case settings(BridgeSettings)
    /// The process is asked to end: the last words are said.
    case suspend
    /// They have been, or nobody waits for them any longer.
    case end
  }

  /// What only the machine knows, for the counters.
  package struct Survey: Sendable {
    package var residentBytes: Int?
    package var privateBytes: Int?
    package var writtenBytes: Int?
    /// Lines that the log left out.
    package var omittedLines: Int

    package init(residentBytes: Int?, privateBytes: Int?, writtenBytes: Int?, omittedLines: Int) {
      self.residentBytes = residentBytes
      self.privateBytes = privateBytes
      self.writtenBytes = writtenBytes
      self.omittedLines = omittedLines
    }
  }
}
