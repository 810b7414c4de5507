internal import HostSystem

/// How a file of the page is answered.
extension PageFolder.File {
  /// `nil`: the file is another than was listed, or gone.
  func answer(_ request: WebRequest) -> WebAnswer? {
    let packed = Self.takesGzip(request.acceptEncoding) ? packed : nil
    let tag = Self.tag(packed ?? facts, isPacked: packed != nil)
    var headers = [("ETag", tag), ("Cache-Control", cacheControl)]
    if self.packed != nil { headers.append(("Vary", "Accept-Encoding")) }
    if Self.matches(request.ifNoneMatch, tag) { return WebAnswer(304, nil, [], headers) }
    let name = packed == nil ? path : path + ".gz"
    let wanted = packed ?? facts
    guard HostFile.facts(of: name, followsLink: false) == wanted,
      let bytes = try? HostFile.read(name, limit: PageFolder.bytesMax, followsLink: false)
    else { return nil }
    if packed != nil { headers.append(("Content-Encoding", "gzip")) }
    return WebAnswer(200, Self.contentType(path), bytes, headers)
  }

  /// A file whose name holds a hash of its content never changes; all others are asked for anew, and answered by tag.
  private var cacheControl: String {
    let name = path.split(separator: "/").last ?? ""
    let hasHash = name.firstMatch(of: /[.-]([0-9a-f]{8,}|[0-9A-Z]{8})\.\w+$/) != nil
    return hasHash ? "public, max-age=31536000, immutable" : "no-cache"
  }

  static func tag(_ facts: FileFacts, isPacked: Bool) -> String {
    let time = String(facts.modifiedNanoseconds, radix: 36)
    return
      "\"\(time)-\(String(facts.inode, radix: 36))-\(String(facts.bytes, radix: 36))\(isPacked ? "-gz" : "")\""
  }

  /// `If-None-Match` compares weakly (RFC 9110 §13.1.2).
  static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { part in
      var one = part.drop { $0 == " " || $0 == "\t" }
      while one.last == " " || one.last == "\t" { one.removeLast() }
      return one == "*" || one == tag || (one.hasPrefix("W/") && one.dropFirst(2) == tag)
    }
  }

  static func takesGzip(_ header: String?) -> Bool {
    guard let header else { return false }
    return header.lowercased().split(separator: ",").contains { part in
      let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard words.first == "gzip" || words.first == "*" else { return false }
      return !words.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
    }
  }

  static func contentType(_ path: String) -> String {
    switch path.lastIndex(of: ".").map({ path[path.index(after: $0)...] }) {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "json", "map": "application/json; charset=utf-8"
    case "webmanifest": "application/manifest+json; charset=utf-8"
    case "svg": "image/svg+xml; charset=utf-8"
    case "png": "image/png"
    case "ico": "image/x-icon"
    case "webp": "image/webp"
    case "jpg", "jpeg": "image/jpeg"
    case "woff2": "font/woff2"
    case "txt": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
