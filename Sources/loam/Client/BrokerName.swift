import ArgumentParser
import HostSystem
import MQTTTypes
import MosquittoClient
import ProgramConfig

/// A broker as people know it, and where they said so: what to read when it is not there.
struct BrokerName {
  var address: BrokerAddress
  /// Of the config that names it.
  var configPath: String
  /// Whether the command takes another broker than the config's.
  var hasOptions = true

  var text: String { address.text }

  /// - Throws: an exit code, after the reason was printed.
  func orExit<T>(_ body: () throws(MosquittoError) -> T) throws -> T {
    do throws(MosquittoError) {
      return try body()
    } catch {
      throw exit(error)
    }
  }

  /// The exit code, after the reason was printed.
  func exit(_ error: MosquittoError) -> ExitCode {
    return CommandEnd.saying(sentence(error), .unavailable)
  }

  func sentence(_ error: MosquittoError) -> String {
    switch error {
    case .link(.unreachable), .link(.noAnswer), .link(.starting), .timedOut:
      "No broker at \(text) (\(error)). Is it running? \(remedy("--host, --port"))"
    case .link(.refused(.badCredentials)), .link(.refused(.notAuthorized)):
      "The broker at \(text) lets nobody in so: \(error). \(remedy("--username, --password-file"))"
    case .link(.lost(_)), .offline: "The connection to the broker at \(text) broke: \(error)"
    default: "The broker at \(text): \(error)"
    }
  }

  private func remedy(_ options: String) -> String {
    hasOptions ? "\(options) or 'broker' in \(configPath)" : "See 'broker' in \(configPath)"
  }
}
