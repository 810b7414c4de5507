package import GardenCore

/// How `loam web` serves: what only that process reads.
package struct WebSettings: Sendable, Hashable {
  /// Certificate and key (PEM).
  package struct TLS: Sendable, Hashable {
    /// The server's certificate, then those between it and the authority.
    package var certificateFile: String
    package var keyFile: String
  }
  /// The process's own MQTT account.
  package struct Account: Sendable, Hashable {
    package var username: String
    package var password: Secret?
  }
  /// Names or addresses to listen at: `localhost` stands for 127.0.0.1 and ::1.
  package var addresses: [String]
  /// Nobody from another machine can reach it.
  package var isLoopback: Bool
  package var port: Int
  /// Names beside the loopback's own by which a request may call us, where ``isLoopback``.
  package var hostNames: [String]
  /// Bearer token and password at once; `nil`: none is asked for.
  package var token: Secret?
  package var tls: TLS?
  package var account: Account?
  /// Folder of the page's files; `nil`: beside the program.
  package var pageFolder: String?
  /// `ws://` or `wss://` address of the broker for the page, or a path at the page's own server; `nil`: its host, port 9001.
  package var pageBroker: String?
  /// Device name that the page offers at login.
  package var pageDevice: String
  /// Files of the plants' photos.
  package var photos: [PlantID: String] = [:]
}

/// Whose secrets are read. Each process has a user of its own, who cannot read the other's files.
package enum SecretOwner: Sendable, Hashable {
  /// All of them: for checking a file.
  case everyone
  case bridge
  case web
  case push
}
