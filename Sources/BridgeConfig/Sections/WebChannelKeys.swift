/// The keys of a channel of the kind `web`.
struct WebChannelKeys {
  static let names: Set<String> = ["page", "services", "most", "ca_file"]

  /// Of Chrome and Edge on Android, Firefox, Safari, and Edge on Windows.
  private static let browsers = [
    "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "*.notify.windows.com",
  ]

  private let page: Placed<String>?
  private let services: [Placed<String>]
  private let most: Placed<Int>

  init(_ keys: Section) {
    page = keys.optional(
      "page", .httpServer, example: "https://garden.example",
      help:
        "Address of the page whose notifications the browsers show; what a tap opens, and what push services are told of us."
    )
    services = keys.list(
      "services", .pushService, default: Self.browsers,
      help: "Hosts of the push services that may be written to; '*.' in front allows all below a name.")
    most = keys.value(
      "most", .integer(1...20, "a number"), default: 3,
      help: "How many browsers may register as this device; one more takes the place of the oldest.")
  }

  /// `nil`: something is missing or wrong, and that is recorded.
  func way(authorities: String?, _ keys: Section) -> ChannelSettings.Way? {
    guard let page else {
      if keys.entries?.contains(where: { $0.key == "page" }) != true {
        keys.problems.error(
          at: keys.position, "\(keys.place) needs the key 'page'",
          help: "the address under which browsers open the page, such as 'page: https://garden.example'")
      }
      return nil
    }
    // Source: Secure Contexts, W3C, 3.1: what comes from this very machine counts as safe.
    guard
      page.value.hasPrefix("https://") || page.value.contains(/^http:\/\/(localhost|127\.0\.0\.1)([:\/]|$)/)
    else {
      keys.problems.error(
        at: page.position, "\(page.path): browsers take no push on a page without encryption",
        help: "give the page a certificate (web.tls), and write its https:// address here")
      return nil
    }
    return .web(
      ChannelSettings.Web(
        page: page.value + "/", services: services.map(\.value), most: most.value,
        authorities: authorities))
  }
}

extension ValueType where Value == String {
  /// A push service's host.
  static var pushService: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "the host of a push service",
        pattern: #"^(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?$"#),
      read: { text, _ in
        guard text.utf8.count <= 253,
          text.wholeMatch(of: /(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?/) != nil
        else {
          return .wrong(
            "is the host of a push service, without https:// and path",
            help: "such as 'updates.push.services.mozilla.com'")
        }
        return .value(text.lowercased())
      },
      write: { $0 })
  }
}
