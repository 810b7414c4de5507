/// Where a service reaches an app or a page (`d/<device>/up/push`): it hands over its token, or takes it back.
///
/// `loam-push` reads it and answers with an ``Ack``; the bridge never sees one. A token is a secret: it is not retained and stands in no log.
/// A later registration of the same ``Use`` and ``activity`` takes the place of the one before.
public struct PushRegistration: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind("push", at: "d/D/up/push", upTo: DocumentLimits.large)

  /// New for each registration; a resend keeps it.
  public var id: MessageID
  /// When it was written, by the device's clock.
  public var at: EpochSeconds
  /// Whose token it is.
  public var service: Service
  /// What the token is for.
  public var use: Use
  /// APNs: the token, in hexadecimal digits. Its length is nothing to rely on.
  public var token: String?
  /// APNs: the app's bundle id.
  public var app: String?
  /// APNs: for which of its two servers the token holds.
  public var environment: Environment?
  /// The activity that the token updates, with ``Use/activity``.
  public var activity: MessageID?
  /// Web Push: where messages are posted to, with `https://` in front (RFC 8030).
  public var endpoint: String?
  /// Web Push: the browser's public key, 65 bytes in base64url without padding (RFC 8291).
  public var p256dh: String?
  /// Web Push: the shared secret, 16 bytes in base64url without padding (RFC 8291).
  public var auth: String?
  /// Takes back exactly what it names: another token that was registered since stays.
  public var gone: Bool?

  /// A push service.
  public enum Service: String, OpenChoice {
    /// Apple's.
    case apns
    /// Web Push, whoever runs it (RFC 8030).
    case web
    /// Not spoken here.
    case other
    /// What an unknown word is read as.
    public static var unknownWord: Self { .other }
  }

  /// What a token is for.
  public enum Use: String, OpenChoice {
    /// Notifications: both services.
    case alerts
    /// Starts activities; APNs, from iOS 17.2 on.
    case activityStart = "activity_start"
    /// Updates and ends one activity; APNs.
    case activity
    /// Widgets are drawn anew; APNs, from iOS 26 on.
    case widget
    /// The app is woken without a word to the person; APNs. Its token is that of the alerts.
    case background
    /// Not spoken here.
    case other
    /// What an unknown word is read as.
    public static var unknownWord: Self { .other }
  }

  /// One of APNs' two servers.
  public enum Environment: String, Sendable, Hashable, CaseIterable {
    /// Of apps from the store and from TestFlight.
    case production
    /// Of apps that Xcode installed.
    case development
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    at = f.required("at", \.at, .time)
    service = f.required("service", \.service, .word)
    use = f.required("use", \.use, .word)
    token = f.optional("token", \.token, .form(.token))
    app = f.optional("app", \.app, .form(.bundle))
    environment = f.optional("environment", \.environment, .knownWord(.production))
    activity = f.optional("activity", \.activity, .name())
    endpoint = f.optional("endpoint", \.endpoint, .form(.endpoint))
    p256dh = f.optional("p256dh", \.p256dh, .form(.publicKey))
    auth = f.optional("auth", \.auth, .form(.authSecret))
    gone = f.optional("gone", \.gone, .flag)
    f.rule(.requires("token", "app", "environment", when: "service", is: [Service.apns.rawValue]))
    f.rule(.requires("endpoint", "p256dh", "auth", when: "service", is: [Service.web.rawValue]))
    f.rule(.requires("activity", when: "use", is: [Use.activity.rawValue]))
  }

  private init(id: MessageID, at: EpochSeconds, _ service: Service, _ use: Use, gone: Bool) {
    self.id = id
    self.at = at
    self.service = service
    self.use = use
    self.gone = gone ? true : nil
  }

  /// A token of APNs.
  ///
  /// - Parameters:
  ///   - id: new for each registration.
  ///   - at: now.
  ///   - token: hexadecimal digits.
  ///   - app: the bundle id.
  ///   - environment: which server it holds for.
  ///   - use: what it is for.
  ///   - activity: with ``Use/activity``.
  ///   - gone: whether it is taken back.
  public init(
    id: MessageID, at: EpochSeconds, token: String, of app: String, _ environment: Environment, use: Use,
    activity: MessageID? = nil, gone: Bool = false
  ) {
    self.init(id: id, at: at, .apns, use, gone: gone)
    self.token = token
    self.app = app
    self.environment = environment
    self.activity = activity
  }

  /// A subscription of Web Push.
  ///
  /// - Parameters:
  ///   - id: new for each registration.
  ///   - at: now.
  ///   - endpoint: where messages are posted to.
  ///   - p256dh: the browser's public key.
  ///   - auth: the shared secret.
  ///   - gone: whether it is taken back.
  public init(
    id: MessageID, at: EpochSeconds, endpoint: String, p256dh: String, auth: String, gone: Bool = false
  ) {
    self.init(id: id, at: at, .web, .alerts, gone: gone)
    self.endpoint = endpoint
    self.p256dh = p256dh
    self.auth = auth
  }
}

extension TextForm {
  /// A token of APNs.
  fileprivate static let token = TextForm("0-9A-Fa-f", 16...200)
  /// An address without spaces and without letters outside ASCII (RFC 3986).
  fileprivate static let endpoint = TextForm("!-~", 9...1024)
  /// A bundle id. Source: Apple, `CFBundleIdentifier`.
  fileprivate static let bundle = TextForm("A-Za-z0-9", then: "A-Za-z0-9.-", 1...155)
  /// 65 bytes in base64url.
  static let publicKey = TextForm("A-Za-z0-9_-", 87...87)
  /// 16 bytes in base64url.
  fileprivate static let authSecret = TextForm("A-Za-z0-9_-", 22...22)
}
