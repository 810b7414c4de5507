internal import Glibc

/// The running program, and another in its place.
package enum HostProgram {
  /// The program's own file, links resolved (`/proc/self/exe`, `proc(5)`); `nil` where `/proc` is not mounted.
  package static var path: String? {
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The folder of ``path``, without a slash at its end.
  package static var folder: String? {
    path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Becomes another program: same process, environment and open terminal. Returns only where that fails.
  package static func become(_ path: String, _ arguments: [String]) -> HostError {
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    unsafe execv(path, words)
    let error = HostError("execv", code: errno)
    unsafe words.forEach { unsafe free($0) }
    return error
  }

  /// The environment's variable; `nil` where it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// All variables. A name that stands twice has its first value, as with `getenv(3)`.
  package static var environment: [String: String] {
    var all: [String: String] = [:]
    var next = unsafe environ
    while let line = unsafe next.pointee {
      let text = unsafe String(cString: line)
      if let equals = text.firstIndex(of: "="), all[String(text[..<equals])] == nil {
        all[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe next += 1
    }
    return all
  }
}
