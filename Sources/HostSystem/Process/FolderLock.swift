internal import Glibc

/// A folder that one process has for itself, until it ends, however it ends: the kernel holds the lock (`flock`, which a
/// killed process cannot leave behind). Others are told who holds it by a file in the folder.
///
/// The folder itself is locked, so that a full disk, which takes no new file, is no way around it.
package final class FolderLock: Sendable {
  package static let holderFile = "in-use-by"

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  package enum Outcome: Sendable {
    case taken(FolderLock)
    /// Another process has it; its own words about itself, where it could write them.
    case held(by: String?)
  }

  /// Never waits.
  ///
  /// - Parameters:
  ///   - folder: must exist.
  ///   - words: one line about this process, for whoever comes second.
  package static func take(_ folder: String, saying words: String) throws(HostError) -> Outcome {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      guard code == EWOULDBLOCK else { throw HostError("flock", code: code) }
      let holder = FileBytes.firstLine(of: folder + "/" + holderFile)
      return .held(by: holder?.isEmpty == false ? holder : nil)
    }
    write(words, to: folder + "/" + holderFile)
    return .taken(FolderLock(descriptor: descriptor))
  }

  /// As far as the disk takes it: a file that says nothing is better than one that names another.
  private static func write(_ words: String, to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { return }
    defer { close(file) }
    let bytes = Array(words.utf8.prefix(500)) + [UInt8(ascii: "\n")]
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
  }
}

/// What a process can say of itself.
package enum HostProcess {
  package static var identifier: Int32 { getpid() }

  /// The machine's name, `localhost` where it has none.
  package static var machine: String {
    var name = [CChar](repeating: 0, count: 65)
    return unsafe name.withUnsafeMutableBufferPointer { buffer -> String in
      guard let base = buffer.baseAddress, unsafe gethostname(base, buffer.count - 1) == 0 else {
        return "localhost"
      }
      return unsafe String(cString: base)
    }
  }
}
