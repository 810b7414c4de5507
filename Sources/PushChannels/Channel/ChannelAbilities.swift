/// What kinds of channels there are. A new one is a case, a row of ``abilities``, and a file that writes its requests.
package enum ChannelKind: String, Sendable, Hashable, CaseIterable {
  case telegram, ntfy, webhook, apns, web
}

/// What a channel can do. What it cannot do follows from here, and from nowhere else.
package struct ChannelAbilities: Sendable, Hashable {
  package enum Sliders: Sendable { case none, row }
  package enum Progress: Sendable { case steps, startAndEnd, start }
  /// How what is shown is changed.
  package enum Updates: Sendable {
    case none
    /// The message itself is edited. That makes no sound.
    case edit
    /// The same message again under the same name takes its place. That may make a sound.
    case replace
  }
  package enum Withdrawal: Sendable, Hashable {
    case none
    /// The message is deleted, or edited where that is not allowed any more.
    case delete(withinSeconds: Int64)
    /// It is taken away by its name.
    case clear
  }

  /// 0: none; where a reminder has more, the most important come first.
  package var buttonsMax: Int
  package var sliders: Sliders
  package var progress: Progress
  package var updates: Updates
  package var withdrawal: Withdrawal
  /// UTF-8 bytes of all that is shown.
  package var textBytesMax: Int

  /// As the bridge is told it in `hello`.
  package var caps: [String] {
    ["notify", "activity"] + (buttonsMax > 0 ? ["actions"] : []) + (sliders == .none ? [] : ["slider"])
  }
}

extension ChannelKind {
  /// - Parameter answers: whether there is a way home: an ntfy channel without an answer topic has no buttons.
  package func abilities(answers: Bool) -> ChannelAbilities {
    switch self {
    case .telegram:
      // 4096 characters after parsing; a message is deleted within 48 h. Source: Bot API, sendMessage and deleteMessage.
      ChannelAbilities(
        buttonsMax: 4, sliders: .row, progress: .steps, updates: .edit,
        withdrawal: .delete(withinSeconds: 47 * 3600), textBytesMax: 4000)
    case .ntfy:
      // A fourth action is refused, a message of more than 4096 bytes becomes an attachment. Source: ntfy, docs/publish.md.
      ChannelAbilities(
        buttonsMax: answers ? 3 : 0, sliders: .none, progress: .startAndEnd, updates: .replace,
        withdrawal: .clear, textBytesMax: 3000)
    case .webhook:
      ChannelAbilities(
        buttonsMax: 0, sliders: .none, progress: .start, updates: .none, withdrawal: .none,
        textBytesMax: 2000)
    case .apns:
      // The app has buttons and sliders of its own, and answers by itself. A larger payload is refused: the bridge shortens its documents to
      // as much, and what a start adds is less than what it leaves out.
      ChannelAbilities(
        buttonsMax: 0, sliders: .none, progress: .steps, updates: .replace, withdrawal: .clear,
        textBytesMax: 4096)
    case .web:
      // The browser shows as many buttons as its system does, the rest is behind a tap; the slider is on the page.
      ChannelAbilities(
        buttonsMax: 4, sliders: .none, progress: .startAndEnd, updates: .replace, withdrawal: .clear,
        textBytesMax: 2500)
    }
  }
}
