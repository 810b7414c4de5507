internal import FoundationEssentials
internal import HostSystem
internal import PushChannels

/// Keeps the token that is shown to APNs: one for all devices of a key, on the disk before it is used, so that no restart makes another.
actor ProviderTokens {
  enum Shown: Sendable {
    case token(String)
    case rest(seconds: Int64)
    case unusable(String)
  }

  private let key: (pem: String, id: String, team: String)
  private let store: PushStore
  private let name: String
  private var keep: ProviderKeep

  init(pem: String, keyID: String, team: String, store: PushStore) throws(PushFailure) {
    key = (pem, keyID, team)
    self.store = store
    name = "apns \(team) \(keyID)"
    let kept = try store.secret(name)
    keep = ProviderKeep(kept.flatMap { try? JSONDecoder().decode(ProviderToken.self, from: Data($0)) })
  }

  func shown() -> Shown {
    let seconds = HostClock.now().wallMilliseconds / 1000
    let uptime = HostClock.uptimeMilliseconds()
    switch keep.need(at: seconds, uptime: uptime) {
    case .nothing: break
    case .rest(let seconds): return .rest(seconds: seconds)
    case .another:
      guard let token = ProviderToken(signedWith: key.pem, keyID: key.id, team: key.team, at: seconds) else {
        return .unusable("the key signs nothing")
      }
      guard let bytes = try? JSONEncoder().encode(token), (try? store.put(Array(bytes), as: name)) != nil
      else { return .unusable("the store takes nothing") }
      keep.made(token, uptime: uptime)
    }
    return keep.token.map { .token($0.text) } ?? .unusable("there is no token")
  }

  func refused(_ text: String) { keep.refused(text) }
}
