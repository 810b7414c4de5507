package import BridgeConfig
internal import HostSystem

extension BridgeSettings {
  /// Of the store of `loam-push`: a relative one begins in `$STATE_DIRECTORY`, where a service has it.
  package var pushFolder: String {
    let folder = push.folder
    guard !folder.hasPrefix("/"), let state = HostProgram.variable("STATE_DIRECTORY"), !state.isEmpty else {
      return folder
    }
    return "\(state)/\(folder)"
  }
}
