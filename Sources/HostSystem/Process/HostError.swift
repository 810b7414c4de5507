internal import Glibc

/// A system call that failed.
package struct HostError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done, as a noun: `signalfd`.
  package var call: String
  /// `errno`.
  package var code: Int32
  /// Of `EISDIR`: what stands where a file should.
  var stands: String?

  package init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call): \(text)" }

  package var isWayOut: Bool { code == ELOOP }
  package var isNoFile: Bool { code == ENOENT }
  package var isNotPermitted: Bool { code == EACCES || code == EPERM }

  /// The system's words for the code.
  package var text: String {
    if let stands { return "it is \(stands), not a file" }
    var buffer = [CChar](repeating: 0, count: 256)
    return unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String in
      guard let base = buffer.baseAddress, unsafe strerror_r(code, base, buffer.count) == 0 else {
        return "\(code)"
      }
      return unsafe String(cString: base)
    }
  }
}
