/// Why a broker does not let us in, in words that say what to do.
package enum BrokerTrouble: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownHost
  case nothingListens(isHere: Bool)
  case silent
  case unreachable(String)
  case needsTLS
  case speaksNoTLS
  /// The authority is ours (a file), or one of the system's.
  case untrusted(authorityFile: String?)
  case otherName(host: String)
  case wantsAccount
  case wrongPassword(username: String)
  case other(String)

  package func sentence(_ place: String) -> String {
    switch self {
    case .unknownHost:
      "There is no machine called that: \(place). Check the spelling, or write its address (such as 192.168.1.20)."
    case .nothingListens(true):
      "Nothing listens at \(place). Is mosquitto installed and running? On Debian: apt install mosquitto, then systemctl start mosquitto. "
        + "If your broker is on another machine: loam setup --broker HOST"
    case .nothingListens(false): "Nothing listens at \(place). Is the broker running, and is this its port?"
    case .silent: "\(place) does not answer. Is the machine on, and does a firewall stand between?"
    case .unreachable(let words): "\(place) cannot be reached: \(words)"
    case .needsTLS: "The broker at \(place) speaks TLS only."
    case .speaksNoTLS:
      "The broker at \(place) speaks no TLS at this port. Leave --tls-ca out, or name the port for TLS (often 8883)."
    case .untrusted(nil):
      "The broker at \(place) speaks TLS, but this machine does not trust its certificate. "
        + "Ask its owner for the file of the authority that signed it: loam setup --tls-ca FILE"
    case .untrusted(let file?):
      "The certificate of the broker at \(place) was not signed by the authority in \(file), or it has expired."
    case .otherName(let host):
      "The certificate of the broker at \(place) is for another name than '\(host)'. Use the name that it was made for: --broker NAME"
    case .wantsAccount: "The broker at \(place) lets nobody in without an account."
    case .wrongPassword(let username):
      "The broker at \(place) does not let '\(username)' in: the name or the password is wrong, or the account is not allowed."
    case .other(let words): "The broker at \(place): \(words)"
    }
  }

  package var description: String { sentence("the broker") }
}

/// What the owner of another broker has to add.
package enum OwnersLines {
  /// For Loam's two accounts, as a mosquitto has them: the rights that they have at our own.
  package static let accounts =
    [
      "mosquitto_passwd FILE loam            FILE: what its password_file names",
      "mosquitto_passwd FILE loam-web        for the page, which only reads", "",
      "# and in its acl_file, if it has one", "user loam",
    ] + ships.rights(of: "loam") + ["user loam-web"] + ships.rights(of: "loam-web")
  private static let ships = ShippedBroker()

  /// For the page in a browser.
  ///
  /// - Parameter isUntouched: a mosquitto that lets everybody on its own machine in, because nobody has said anything else. A
  ///   listener of one's own ends that, so what it did stands there as well, and the page's listener alone asks for accounts.
  package static func page(port: Int, pagePort: Int, isUntouched: Bool) -> [String] {
    let listener = ["listener \(pagePort)", "protocol websockets"]
    // Without rights the page's account could command every valve past us.
    let rights = ships.rights.split(separator: "\n").filter { $0.hasPrefix("pattern ") }.map(String.init)
    guard isUntouched else { return listener + ["# and in its acl_file, which it needs for that"] + rights }
    return ["per_listener_settings true", "listener \(port) localhost", "allow_anonymous true"] + listener
      + ["password_file /etc/mosquitto/loam.passwd", "acl_file \(pageRights)", "# \(pageRights)"] + rights
  }
  private static let pageRights = "/etc/mosquitto/loam-page.acl"

  /// The account of the page.
  package static func pageAccount(isUntouched: Bool) -> String {
    "mosquitto_passwd \(isUntouched ? "-c /etc/mosquitto/loam.passwd" : "FILE") \(SetupConfig.pageDevice)"
  }
}
