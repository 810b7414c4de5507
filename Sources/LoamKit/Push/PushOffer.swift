/// How a page registers its browser (`d/<device>/dn/push`, retained). `loam-push` says it to each device that has a channel of the kind
/// `web`, and takes it back where it has none any more.
public struct PushOffer: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind("push-offer", at: "d/D/dn/push", upTo: DocumentLimits.small)

  /// By which key push services know the sender: 65 bytes in base64url without padding, the `applicationServerKey` of the browser (RFC 8292).
  /// A subscription with another key is of no use.
  public var web: String

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    web = f.required("web", \.web, .form(.publicKey))
  }

  /// An offer.
  public init(web: String) { self.web = web }
}
