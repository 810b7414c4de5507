package import LoamKit

/// The browsers of one device: who may be written to, as pages hand it over and take it back.
package struct BrowserBook: Sendable, Hashable {
  /// The oldest first.
  package private(set) var browsers: [PushBrowser]
  private let services: PushServices
  private let most: Int
  /// Registrations that were answered, the newest last: a resend is answered again and changes nothing.
  private var answered: [MessageID] = []
  private static let answeredMax = 32

  /// What a registration comes to.
  package enum Verdict: Sendable, Hashable {
    /// Written down; those have to go for it: the same browser with older keys, and who was there longest.
    case entered(PushBrowser, instead: [PushBrowser])
    case struck(PushBrowser)
    /// It changes nothing.
    case nothing(AckCode)
  }

  /// - Parameters:
  ///   - stored: those of an earlier life of the process, the oldest first; whoever is not allowed any more is left out.
  ///   - services: where messages may go.
  ///   - most: how many browsers there may be.
  package init(_ stored: [PushBrowser], services: PushServices, most: Int) {
    self.services = services
    self.most = most
    browsers = stored.filter { services.allow($0.endpoint) }.suffix(most)
  }

  package mutating func take(_ registration: PushRegistration) -> Verdict {
    if answered.contains(registration.id) { return .nothing(.duplicate) }
    let verdict = judge(registration)
    if case .nothing = verdict { return verdict }
    answered.append(registration.id)
    if answered.count > Self.answeredMax { answered.removeFirst() }
    return verdict
  }

  private mutating func judge(_ registration: PushRegistration) -> Verdict {
    guard registration.service == .web, registration.use == .alerts else { return .nothing(.unknownRequest) }
    guard
      let browser = PushBrowser(
        endpoint: registration.endpoint ?? "", publicKey: registration.p256dh ?? "",
        auth: registration.auth ?? "")
    else { return .nothing(.badValue) }
    if registration.gone == true { return strike(browser) ? .struck(browser) : .nothing(.alreadyDone) }
    guard services.allow(browser.endpoint) else { return .nothing(.forbidden) }
    if browsers.contains(browser) { return .nothing(.accepted) }
    let older = browsers.filter { $0.endpoint == browser.endpoint }
    browsers.removeAll { $0.endpoint == browser.endpoint }
    let surplus = Array(browsers.prefix(max(0, browsers.count + 1 - most)))
    browsers.removeFirst(surplus.count)
    browsers.append(browser)
    return .entered(browser, instead: older + surplus)
  }

  /// - Returns: whether it stood there, with these very keys.
  package mutating func strike(_ browser: PushBrowser) -> Bool {
    guard let place = browsers.firstIndex(of: browser) else { return false }
    browsers.remove(at: place)
    return true
  }
}
