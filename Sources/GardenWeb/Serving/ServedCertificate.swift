internal import HostSystem
internal import NIOCore
internal import NIOSSL
internal import Synchronization

/// The certificate that connections are shown. Each new connection looks whether its files are others than those that were read
/// last, so a renewed one is taken over by itself; connections that are open keep what they were shown.
final class ServedCertificate: Sendable {
  private let files: (certificate: String, key: String)
  /// Told why a renewed one is not taken over.
  private let report: @Sendable (String) -> Void
  private let shown: Mutex<Shown>

  private struct Pair: Sendable {
    var chain: [NIOSSLCertificateSource]
    var key: NIOSSLPrivateKeySource
  }

  private struct Shown: Sendable {
    var pair: Pair
    /// Of the files that were looked at last, whether or not they were any good.
    var facts: [FileFacts?]
  }

  init(
    _ files: (certificate: String, key: String), report: @escaping @Sendable (String) -> Void
  ) throws {
    self.files = files
    self.report = report
    let facts = Self.facts(files)
    shown = Mutex(Shown(pair: try Self.read(files), facts: facts))
  }

  /// What the server is made with.
  var configuration: TLSConfiguration {
    let pair = shown.withLock { $0.pair }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: pair.chain, privateKey: pair.key)
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    configuration.sslContextCallback = { [self] _, promise in
      if isCurrent { return promise.succeed(present) }
      // On another thread: an error of reading would stay in this thread's queue of errors and end the handshake.
      Task.detached { [self] in
        renew()
        promise.succeed(present)
      }
    }
    return configuration
  }

  private var present: NIOSSLContextConfigurationOverride {
    let pair = shown.withLock { $0.pair }
    var present = NIOSSLContextConfigurationOverride()
    (present.certificateChain, present.privateKey) = (pair.chain, pair.key)
    return present
  }

  private var isCurrent: Bool {
    let facts = Self.facts(files)
    return shown.withLock { $0.facts == facts }
  }

  /// Where only one of the two files has been written yet, they do not belong together, and the old pair stays until both have.
  private func renew() {
    let complaint: String? = shown.withLock { shown in
      let facts = Self.facts(files)
      guard facts != shown.facts else { return nil }
      shown.facts = facts
      do {
        shown.pair = try Self.read(files)
        return nil
      } catch {
        return "\(error)"
      }
    }
    if let complaint { report("the renewed certificate is not taken over: \(complaint)") }
  }

  private static func facts(_ files: (certificate: String, key: String)) -> [FileFacts?] {
    [HostFile.facts(of: files.certificate), HostFile.facts(of: files.key)]
  }

  private static func read(_ files: (certificate: String, key: String)) throws -> Pair {
    let chain = try NIOSSLCertificate.fromPEMFile(files.certificate).map {
      NIOSSLCertificateSource.certificate($0)
    }
    let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem))
    // Refuses a key that is not the certificate's.
    _ = try NIOSSLContext(
      configuration: .makeServerConfiguration(certificateChain: chain, privateKey: key))
    return Pair(chain: chain, key: key)
  }
}
