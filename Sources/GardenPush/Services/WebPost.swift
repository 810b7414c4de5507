internal import HostSystem
internal import NIOSSL
internal import PushChannels
internal import Synchronization

/// Writes to browsers: with our key, sealed for each of them.
final class WebPost: Sendable {
  private let vapid: Mutex<Vapid>
  /// Where push services of one's own have a certificate of one's own.
  let trust: TLSConfiguration?
  /// As pages subscribe with it.
  let publicKey: String

  /// - Parameters:
  ///   - vapid: by which services know us.
  ///   - authorities: file with certificates that are trusted beside the system's.
  init(_ vapid: Vapid, authorities: String?) {
    publicKey = vapid.publicKey
    self.vapid = Mutex(vapid)
    trust = authorities.map(TLSConfiguration.trusting)
  }

  func service(for browser: PushBrowser) -> Service {
    Service(
      kind: .web, address: browser.endpoint, bearer: nil, recipient: Recipient(browser: browser, post: self))
  }

  struct Recipient: Sendable {
    let browser: PushBrowser
    let post: WebPost

    /// Sealed anew for each sending.
    func sealed(_ request: ChannelRequest) throws(PushCipher.Failure) -> ChannelRequest {
      var request = request
      request.body = try PushCipher.sealed(
        request.body, for: browser, ownKey: HostRandom.bytes(32), salt: HostRandom.bytes(16))
      let origin = PushServices.origin(of: browser.endpoint) ?? ""
      let now = HostClock.now().wallMilliseconds / 1000
      request.headers["authorization"] = post.vapid.withLock { $0.authorization(for: origin, at: now) }
      return request
    }
  }
}
