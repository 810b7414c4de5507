/// A question for bytes of a blob that another device sent (``MessageFromDevice/blob``); the answer is a ``BlobPart``.
public struct BlobRequest: DocumentPart {
  /// The message that it came with.
  public var message: MessageID
  /// From where, counted from 0.
  public var at: Int
  /// At most so many, 1 to ``BlobFacts/partMax``; absent: as many as fit.
  public var count: Int?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    message = f.required("message", \.message, .name())
    at = f.required("at", \.at, .blobOffset)
    count = f.optional("count", \.count, .integer(1...BlobFacts.partMax))
  }

  /// A question for bytes of a blob.
  public init(message: MessageID, at: Int, count: Int? = nil) {
    self.message = message
    self.at = at
    self.count = count
  }
}

/// A question for bytes of the photo of a plant that the config names; the answer is a ``BlobPart``.
public struct PhotoRequest: DocumentPart {
  /// Which plant.
  public var plant: SubjectName
  /// From where, counted from 0.
  public var at: Int
  /// At most so many, 1 to ``BlobFacts/partMax``; absent: as many as fit.
  public var count: Int?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
    at = f.required("at", \.at, .blobOffset)
    count = f.optional("count", \.count, .integer(1...BlobFacts.partMax))
  }

  /// A question for bytes of a photo.
  public init(plant: SubjectName, at: Int, count: Int? = nil) {
    self.plant = plant
    self.at = at
    self.count = count
  }
}

/// A question for bytes of a plant's past as a table; the answer is a ``BlobPart`` of `text/csv`, the table of `loam web`.
///
/// A ``HistoryRequest`` is answered at once with 400 steps at most; this has ``HistoryFileRequest/pointsMax``. A step is
/// no shorter than what is still known at its beginning: readings of 14 days, then hours, then days.
public struct HistoryFileRequest: DocumentPart {
  /// 31 days of minutes.
  public static let pointsMax = 44_640

  /// Which plant.
  public var plant: SubjectName
  /// One of ``HistoryRequest/quantities``.
  public var quantity: String
  /// From.
  public var from: EpochSeconds
  /// Until before; later than `from`.
  public var to: EpochSeconds
  /// At most so many steps, 2 to ``pointsMax``, which is also what is meant where it is absent.
  public var points: Int?
  /// From where, counted from 0.
  public var at: Int
  /// At most so many bytes, 1 to ``BlobFacts/partMax``; absent: as many as fit.
  public var count: Int?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
    quantity = f.required("quantity", \.quantity, .word(of: HistoryRequest.quantities))
    from = f.required("from", \.from, .time)
    to = f.required("to", \.to, .time)
    points = f.optional("points", \.points, .integer(2...Self.pointsMax))
    at = f.required("at", \.at, .blobOffset)
    count = f.optional("count", \.count, .integer(1...BlobFacts.partMax))
    f.rule(.order("to", .above, "from"))
  }

  /// A question for bytes of a table.
  public init(
    plant: SubjectName, quantity: String, from: EpochSeconds, to: EpochSeconds, points: Int? = nil, at: Int,
    count: Int? = nil
  ) {
    self.plant = plant
    self.quantity = quantity
    self.from = from
    self.to = to
    self.points = points
    self.at = at
    self.count = count
  }
}
