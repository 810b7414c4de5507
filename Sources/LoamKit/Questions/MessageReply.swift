/// The answer to a ``MessageRequest`` (`d/<device>/dn/reply`); what could not be answered gets an ``Ack`` instead.
public struct MessageReply: Document {
  /// ≤ 32768 bytes, and never more than the device's `max_packet`.
  public static let kind = DocumentKind(
    "reply", at: "d/D/dn/reply", upTo: DocumentLimits.reply)

  /// The question.
  public var re: MessageID
  /// The answer; on the wire the name of the question (`identifier`) and what was found (`content`).
  public var content: Answer

  /// What is answered to a ``MessageRequest/Question`` of the same name.
  public enum Answer: DocumentChoice {
    /// A plant's past.
    case history(History)
    /// The plants.
    case allPlants(PlantList)
    /// What waits for an answer.
    case reminders(ReminderList)
    /// What is known of a plant.
    case explain(PlantDetail)
    /// What a widget shows.
    case glance(GlanceAnswer)
    /// What an app said of itself.
    case context(ContextAnswer)
    /// Bytes that another device sent.
    case blob(BlobPart)
    /// Bytes of a plant's photo.
    case photo(BlobPart)
    /// Bytes of a table of a plant's past.
    case historyFile(BlobPart)
    /// The devices that were let in.
    case accounts(AccountList)
    /// What a new device is to be shown.
    case invitation(InvitationAnswer)

    /// Bytes of whatever comes in parts; `nil`: it does not.
    public var part: BlobPart? {
      switch self {
      case .blob(let part), .photo(let part), .historyFile(let part): part
      case .history, .allPlants, .reminders, .explain, .glance, .context, .accounts, .invitation: nil
      }
    }

    /// By the words of `identifier`.
    public static let variants: [DocumentVariant<Answer>] = [
      DocumentVariant("history", Answer.history) { if case .history(let it) = $0 { it } else { nil } },
      DocumentVariant("allPlants", Answer.allPlants) { if case .allPlants(let it) = $0 { it } else { nil } },
      DocumentVariant("reminders", Answer.reminders) { if case .reminders(let it) = $0 { it } else { nil } },
      DocumentVariant("explain", Answer.explain) { if case .explain(let it) = $0 { it } else { nil } },
      DocumentVariant("glance", Answer.glance) { if case .glance(let it) = $0 { it } else { nil } },
      DocumentVariant("context", Answer.context) { if case .context(let it) = $0 { it } else { nil } },
      DocumentVariant("blob", Answer.blob) { if case .blob(let it) = $0 { it } else { nil } },
      DocumentVariant("photo", Answer.photo) { if case .photo(let it) = $0 { it } else { nil } },
      DocumentVariant("historyFile", Answer.historyFile) {
        if case .historyFile(let it) = $0 { it } else { nil }
      },
      DocumentVariant("accounts", Answer.accounts) { if case .accounts(let it) = $0 { it } else { nil } },
      DocumentVariant("invitation", Answer.invitation) {
        if case .invitation(let it) = $0 { it } else { nil }
      },
    ]
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    re = f.required("re", \.re, .name())
    content = f.choice("identifier", "content", \.content)
  }

  /// The answer to a question.
  public init(re: MessageID, _ content: Answer) {
    self.re = re
    self.content = content
  }
}
