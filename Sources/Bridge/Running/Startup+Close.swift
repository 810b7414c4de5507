package import BridgeConfig
import DeviceFamilies
import GardenCore
package import Logging
import MosquittoClient

extension Startup {
  /// Of a broker that does not answer.
  private static let patience: Duration = .seconds(10)

  /// Tells every valve and heater to close, as a start does. A bridge that may not use its store ends here, and what another version left
  /// open would be nobody's.
  package static func closeEverything(of settings: BridgeSettings, log: Logger) {
    let closing = settings.actuators.filter(\.isValve)
    guard !closing.isEmpty else { return }
    do throws(MosquittoError) {
      let session = try MosquittoSession(settings: connection(for: settings.broker), timeout: patience)
      defer { session.close() }
      for binding in closing {
        let id = settings.plan.actuators[Int(binding.actuator.position)].id
        for publication in (try? Families.makeDriver(binding))?.publications(for: .close) ?? [] {
          try session.publish(publication, timeout: patience)
        }
        log.notice("\(id): told to close, because this bridge does not start")
      }
    } catch {
      log.critical("valves and heaters could not be told to close, and this bridge does not start: \(error)")
    }
  }
}
