import HostSystem
import ProgramConfig

extension ConfigOption {
  var path: String { source.path }
  var exists: Bool { HostFile.facts(of: path) != nil }
}
