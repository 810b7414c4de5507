import BridgeConfig
import DeviceFamilies
import GardenCore

/// The devices of a config, wired to their families.
struct BridgeDevices {
  var sensors: [(SensorIndex, any DeviceDecoder)] = []
  var drivers: [ActuatorIndex: any DeviceDriver] = [:]
  var interlocks: [(InterlockIndex, InterlockTopic)] = []
}

extension BridgeDevices {
  /// - Throws: `BindingProblem`, which ``ConfigFile`` has ruled out for settings that it read.
  init(of settings: BridgeSettings) throws(BindingProblem) {
    for binding in settings.sensors {
      sensors.append((binding.sensor, try Families.makeSensor(binding)))
    }
    for binding in settings.actuators {
      drivers[binding.actuator] = try Families.makeDriver(binding)
    }
    for binding in settings.interlocks {
      interlocks.append((binding.interlock, try InterlockTopic(binding)))
    }
  }
}
