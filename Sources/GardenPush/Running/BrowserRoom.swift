internal import LoamKit
internal import PushChannels

/// A device that is reached through the browsers that registered for it, and through nothing where none did.
struct BrowserRoom {
  var book: BrowserBook
  let address: ChannelAddress
  let client: LoamClient
  let post: WebPost
  /// What the bridge keeps and says once: a browser that comes later needs it too.
  private(set) var known: [CourierEvent] = []
  /// The bridge has taken the device's context away: nobody registers until it says one again.
  var isRetired = false

  init(_ book: BrowserBook, _ address: ChannelAddress, _ client: LoamClient, _ post: WebPost) {
    (self.book, self.address, self.client, self.post) = (book, address, client, post)
  }

  mutating func hear(_ event: CourierEvent) {
    switch event {
    case .context:
      isRetired = false
      known.removeAll { if case .context = $0 { true } else { false } }
    case .category(let new):
      known.removeAll { if case .category(let old) = $0 { old.id == new.id } else { false } }
    default: return
    }
    known.append(event)
  }
}
