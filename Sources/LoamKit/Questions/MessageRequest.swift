/// A question that wants one answer soon (`d/<device>/up/msg`). It is not kept: whoever gets no ``MessageReply`` and no ack asks again.
public struct MessageRequest: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "msg", at: "d/D/up/msg", upTo: DocumentLimits.small)
  /// The only `kind`.
  public static let interactive = "interactive"

  /// New for each question; the answer names it.
  public var id: MessageID
  /// ``interactive``.
  public var kind: String
  /// The question; on the wire its name (`identifier`) and what it says (`content`).
  public var content: Question
  /// When it was asked, by the device's clock.
  public var ts: EpochSeconds
  /// After it nobody waits for the answer.
  public var exp: EpochSeconds?

  /// What can be asked. Another `identifier` is answered ``AckCode/unknownRequest``.
  public enum Question: DocumentChoice {
    /// For a plant's past.
    case history(HistoryRequest)
    /// For the plants.
    case allPlants(PlantsRequest)
    /// For what waits for an answer.
    case reminders(RemindersRequest)
    /// For what is known of a plant, and why its status is what it is.
    case explain(ExplainRequest)
    /// For what a widget shows.
    case glance(GlanceRequest)
    /// For what an app said of itself.
    case context(ContextRequest)
    /// For bytes that another device sent.
    case blob(BlobRequest)
    /// For a plant's photo.
    case photo(PhotoRequest)
    /// For a plant's past as a table.
    case historyFile(HistoryFileRequest)
    /// For the devices that were let in.
    case accounts(AccountsRequest)
    /// For the secret of an invitation.
    case invitation(InvitationRequest)

    /// The plant that it is about.
    public var plant: SubjectName? {
      switch self {
      case .history(let request): request.plant
      case .allPlants(let request): request.after
      case .explain(let request): request.plant
      case .photo(let request): request.plant
      case .historyFile(let request): request.plant
      case .reminders, .glance, .context, .blob, .accounts, .invitation: nil
      }
    }

    /// Whether it asks for bytes of a blob: such questions have a rate of their own.
    public var isForPart: Bool {
      switch self {
      case .blob, .photo, .historyFile: true
      case .history, .allPlants, .reminders, .explain, .glance, .context, .accounts, .invitation: false
      }
    }

    /// By the words of `identifier`.
    public static let variants: [DocumentVariant<Question>] = [
      DocumentVariant("history", Question.history) { if case .history(let it) = $0 { it } else { nil } },
      DocumentVariant("allPlants", Question.allPlants) {
        if case .allPlants(let it) = $0 { it } else { nil }
      },
      DocumentVariant("reminders", Question.reminders) {
        if case .reminders(let it) = $0 { it } else { nil }
      },
      DocumentVariant("explain", Question.explain) { if case .explain(let it) = $0 { it } else { nil } },
      DocumentVariant("glance", Question.glance) { if case .glance(let it) = $0 { it } else { nil } },
      DocumentVariant("context", Question.context) { if case .context(let it) = $0 { it } else { nil } },
      DocumentVariant("blob", Question.blob) { if case .blob(let it) = $0 { it } else { nil } },
      DocumentVariant("photo", Question.photo) { if case .photo(let it) = $0 { it } else { nil } },
      DocumentVariant("historyFile", Question.historyFile) {
        if case .historyFile(let it) = $0 { it } else { nil }
      },
      DocumentVariant("accounts", Question.accounts) { if case .accounts(let it) = $0 { it } else { nil } },
      DocumentVariant("invitation", Question.invitation) {
        if case .invitation(let it) = $0 { it } else { nil }
      },
    ]
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    kind = f.required("kind", \.kind, .request([Self.interactive]))
    content = f.choice("identifier", "content", \.content)
    ts = f.required("ts", \.ts, .time)
    exp = f.optional("exp", \.exp, .time)
  }

  /// A question.
  public init(id: MessageID, _ content: Question, ts: EpochSeconds, exp: EpochSeconds? = nil) {
    self.id = id
    self.kind = Self.interactive
    self.content = content
    self.ts = ts
    self.exp = exp
  }
}
