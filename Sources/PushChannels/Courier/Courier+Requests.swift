internal import GardenWords
internal import LoamKit

internal import struct GardenCore.Moment

// MARK: - What the kinds write

extension Courier {
  func request(answering query: CourierMemory.Query) -> ChannelRequest? {
    switch address {
    case .telegram:
      if let handle = query.handle {
        memory.chat.map { Telegram.buttonsRemoved(from: handle, in: $0) }
      } else {
        Telegram.answer(query.id, query.text)
      }
    case .ntfy, .webhook, .apns, .web: nil
    }
  }

  mutating func request(showing item: Item, at now: Moment) -> ChannelRequest? {
    switch address {
    case .telegram: memory.chat.map { Telegram.message(item, in: $0, words, abilities) }
    case .ntfy(let ntfy): Ntfy.message(item, ntfy, device, abilities)
    case .webhook(let template): Webhook.message(item, template, abilities)
    case .apns(let apns): request(item, apns, at: now)
    case .web(let page):
      WebPush.message(
        shown(item, page), buttonsMax: abilities.buttonsMax,
        textBytesMax: memory.textBytesMax ?? abilities.textBytesMax, at: now)
    }
  }

  private func shown(_ item: Item, _ page: String) -> WebPush.Shown {
    WebPush.Shown(
      item: item, page: page, device: device,
      open: memory.items.count { $0.fate == .open && $0.matter == .reminder })
  }

  mutating func request(takingAway item: Item, handle: Int64?, at now: Moment) -> ChannelRequest? {
    switch (address, abilities.withdrawal) {
    case (.apns(let apns), _): return request(item, apns, at: now)
    case (.telegram, .delete(let seconds)):
      guard let handle, let chat = memory.chat else { return nil }
      let isYoung = item.sentAt.map { now.wall.seconds - $0 < seconds } ?? true
      return isYoung
        ? Telegram.deletion(of: handle, in: chat) : Telegram.buttonsRemoved(from: handle, in: chat)
    case (.ntfy(let ntfy), .clear):
      // A server that replaces nothing has no names either.
      return memory.replaces == false ? nil : Ntfy.deletion(of: item, ntfy)
    case (.web(let page), .clear):
      return WebPush.closing(shown(item, page), words(.codeUnknownNote), at: now)
    default: return nil
    }
  }
}
