internal import HostSystem

/// A plant's photo, from the file that the config names. The address names a plant and never a file, so that no address leads
/// out of the config; and what is no picture is not served, whatever the file is called.
struct PlantPhoto: Sendable {
  let path: String

  /// `nil`: no file that can be read, too large, or no picture.
  func answer(_ request: WebRequest) -> WebAnswer? {
    guard let facts = HostFile.facts(of: path, followsLink: false), let picture = HostPicture(path) else {
      return nil
    }
    let tag = PageFolder.File.tag(facts, isPacked: false)
    let headers = [("ETag", tag), ("Cache-Control", "private, no-cache")]
    if PageFolder.File.matches(request.ifNoneMatch, tag) { return WebAnswer(304, nil, [], headers) }
    return WebAnswer(200, picture.type, picture.bytes, headers)
  }
}
