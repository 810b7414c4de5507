package import GardenCore

/// How `loam-push` works: what only that process reads.
package struct PushSettings: Sendable, Hashable {
  /// The process's own MQTT account.
  package var account: WebSettings.Account?
  /// Folder of its database.
  package var folder: String
  /// In the order of the file.
  package var channels: [ChannelSettings]
}

/// A device of the contract that stands for an app or a service on somebody's phone.
package struct ChannelSettings: Sendable, Hashable {
  /// Its name, which is under `people` too.
  package var device: DeviceID
  package var way: Way

  /// How it is reached, with what only the two sides may know.
  package enum Way: Sendable, Hashable {
    case telegram(server: String, token: Secret)
    case ntfy(Ntfy)
    /// `body` is JSON with `{title}`, `{subtitle}`, `{body}`, `{plant}` and `{key}` in it.
    case webhook(url: Secret, body: String)
    case apns(Apns)
    case web(Web)

    /// Whether browsers register for it.
    package var isWeb: Bool { if case .web = self { true } else { false } }
  }

  /// An app of the person's own, reached through Apple's push service.
  package struct Apns: Sendable, Hashable {
    /// Its bundle id.
    package var app: String
    package var keyID: String
    package var team: String
    /// PKCS #8 in PEM.
    package var key: Secret
    /// `nil`: the one for which a token holds.
    package var server: String?
    /// File with authorities that are trusted beside the system's.
    package var authorities: String?
  }

  /// Browsers that register on the page.
  package struct Web: Sendable, Hashable {
    /// The page's address, which ends in `/`.
    package var page: String
    /// Hosts of push services; `*.` in front: all below.
    package var services: [String]
    /// How many browsers of the device there may be.
    package var most: Int
    /// File with authorities that are trusted beside the system's.
    package var authorities: String?
  }

  /// An ntfy server and what is said there.
  package struct Ntfy: Sendable, Hashable {
    package var server: String
    package var topic: Secret
    /// Where buttons send their answers; `nil`: there are no buttons.
    package var answerTopic: Secret?
    /// Access token of the server.
    package var token: Secret?
    /// What the server takes from one sender in a day.
    package var messagesPerDay: Int
    /// Whether buttons that open a valve are offered, although whoever reads the topic can press them.
    package var movesWater: Bool
  }
}
