/// The version that documents are written in. A higher one is refused, and nothing else of such a document is read.
public enum ProtocolVersion {
  /// The only version there is.
  public static let number = 1
}
