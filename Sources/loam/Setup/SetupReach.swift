import GardenSetup
import HostSystem
import MQTTTypes
import MosquittoClient

/// Where the broker is and as whom it lets us in, found out by trying.
struct SetupReach {
  var host: String
  var port: Int
  var tls: BrokerTLS?
  var username: String?
  var password: String?
  /// In place of host and port, where the config names one that is there.
  var socket: String?
  /// The port was not said: that for TLS may be tried.
  var mayMove = false

  private static let patience = Duration.seconds(10)
  private static let portOfTLS = 8883

  var place: String { socket ?? "\(host):\(port)" }

  var isHere: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

  var settings: MosquittoClient.Settings {
    let address: BrokerAddress =
      socket.map { .unixSocket(path: $0) } ?? .tcp(host: host, port: UInt16(clamping: port))
    var reach = BrokerReach(address: address, tls: socket == nil ? tls : nil)
    reach.keepAliveSeconds = 30
    var settings = MosquittoClient.Settings(reach)
    settings.username = username
    settings.password = password
    return settings
  }

  /// Connects, and learns on the way whether TLS is spoken.
  mutating func connect(
    onMessage: @escaping (MosquittoSession.Message) -> Void = { _ in }
  ) throws(BrokerTrouble) -> MosquittoSession {
    if socket == nil { try look() }
    do throws(MosquittoError) {
      return try MosquittoSession(settings: settings, timeout: Self.patience, onMessage: onMessage)
    } catch {
      guard let reason = error.offlineCause else { throw .other("\(error)") }
      if case .refused(let refusal) = reason { throw trouble(refusal) }
      guard socket == nil else { throw .unreachable("\(error)") }
      if tls != nil { throw diagnosis(error) }
      guard HostPort.speaksTLS(host, port) else { throw .other("\(error)") }
      tls = BrokerTLS()
      return try connect(onMessage: onMessage)
    }
  }

  /// Whether who comes second under the account leaves the first one there. Asked while no bridge has it.
  var letsAccountInTwice: Bool {
    do throws(MosquittoError) {
      let first = try MosquittoSession(settings: settings, timeout: Self.patience)
      defer { first.close() }
      let second = try MosquittoSession(settings: settings, timeout: Self.patience)
      defer { second.close() }
      // Who is put out learns it before the other is let in.
      try first.wait(timeout: .milliseconds(500)) { false }
      return true
    } catch {
      return false
    }
  }

  /// Whether somebody is there at all.
  private mutating func look() throws(BrokerTrouble) {
    var answer = HostPort.ask(host, port)
    if answer == .refused, mayMove, HostPort.ask(host, Self.portOfTLS) == .open {
      port = Self.portOfTLS
      mayMove = false
      tls = tls ?? BrokerTLS()
      answer = .open
    }
    switch answer {
    case .open: return
    case .unknownHost: throw .unknownHost
    case .refused: throw .nothingListens(isHere: isHere)
    case .silent: throw .silent
    case .unreachable(let words): throw .unreachable(words)
    }
  }

  private func trouble(_ refusal: OfflineCause.Refusal) -> BrokerTrouble {
    switch (refusal, username) {
    case (.badCredentials, nil), (.notAuthorized, nil): .wantsAccount
    case (.badCredentials, let name?), (.notAuthorized, let name?): .wrongPassword(username: name)
    default: .other("\(refusal)")
    }
  }

  /// Why a connection with TLS did not come about.
  private func diagnosis(_ error: MosquittoError) -> BrokerTrouble {
    guard let tls, HostPort.speaksTLS(host, port) else { return .speaksNoTLS }
    if let file = tls.caFile, HostFile.facts(of: file) == nil { return .other("there is no file \(file)") }
    var trusting = settings
    trusting.reach.tls?.isInsecure = true
    do throws(MosquittoError) {
      try MosquittoSession(settings: trusting, timeout: Self.patience).close()
      return .otherName(host: host)
    } catch {
      if case .refused = error.offlineCause { return .otherName(host: host) }
      return .untrusted(authorityFile: tls.caFile)
    }
  }
}

extension MosquittoError {
  /// Why there is no link; `nil`: another failure.
  fileprivate var offlineCause: OfflineCause? {
    switch self {
    case .link(let cause): cause
    case .timedOut: .noAnswer
    default: nil
    }
  }
}
