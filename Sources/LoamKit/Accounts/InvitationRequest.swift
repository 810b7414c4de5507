/// A question for the secret of an invitation. Only the device that invited is answered, and only as long as nobody joined with it.
public struct InvitationRequest: DocumentPart {
  /// The ``AccountMessage`` that invited.
  public var message: MessageID

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    message = f.required("message", \.message, .name())
  }

  /// A question for a secret.
  public init(message: MessageID) { self.message = message }
}

/// What the new device is to be shown, as a QR code or otherwise.
public struct InvitationAnswer: DocumentPart {
  /// The new device.
  public var device: DeviceName
  /// A ``JoinLink``.
  public var link: String
  /// How long it counts, seconds.
  public var left: Int

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    device = f.required("device", \.device, .name())
    link = f.required("link", \.link, .text(1...DeepLink.bytesMax))
    left = f.required("left_s", \.left, .count)
  }

  /// What the new device is to be shown.
  public init(device: DeviceName, link: String, left: Int) {
    self.device = device
    self.link = link
    self.left = left
  }
}
