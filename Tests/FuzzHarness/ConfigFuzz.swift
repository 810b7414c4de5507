import BridgeConfig
import DeviceFamilies
import Foundation
import GardenCore

/// The config file, as an editor may leave it.
enum ConfigFuzz {
  static let group = FuzzGroup(name: "config", seeds: seeds) { bytes in
    let result = ConfigFile.read(
      bytes: bytes, fileName: "loam.yaml", environment: ["LOAM_MQTT_PASSWORD": "hunter2"],
      readSecret: { _ in .failure(FileUnreadable("no such file")) },
      // As if it were cut at any place, and shared.
      readFile: { .success(Array(bytes.dropFirst($0.utf8.count % 5 * bytes.count / 5))) },
      timeZoneExists: { $0 == "Europe/Berlin" })
    switch result {
    case .success(let settings): return evaluate(settings)
    case .failure(let problems):
      if problems.errorCount == 0 || problems.diagnostics.count > 200 { return "refused without a reason" }
      return problems.description.isEmpty ? "an empty report" : nil
    }
  }

  /// What passed the check can be built.
  private static func evaluate(_ settings: BridgeSettings) -> String? {
    let isEmpty = settings.plan.plants.isEmpty && settings.plan.places.isEmpty && settings.actuators.isEmpty
    if isEmpty, settings.warnings.isEmpty { return "a garden of nothing, and not a word of it" }
    for binding in settings.sensors where (try? Families.makeSensor(binding)) == nil {
      return "a sensor that cannot be made: \(binding)"
    }
    for binding in settings.actuators where (try? Families.makeDriver(binding)) == nil {
      return "an actuator that cannot be made: \(binding)"
    }
    return nil
  }

  private static var seeds: [[UInt8]] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var seeds = Families.all.map { Array($0.block.utf8) }
    let parts = "include: [a.yaml, bb/b.yaml]\ndefaults: {plants: {dry_below: 30%}}\nplants: {fern: }\n"
    seeds.append(Array(parts.utf8))
    for folder in ["config", "Tests/BridgeConfigTests/Fixtures"] {
      let place = root.appending(path: folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      for name in names.sorted() where name.hasSuffix(".yaml") || name.hasSuffix(".case") {
        if let data = try? Data(contentsOf: place.appending(path: name)), data.count <= 8192 {
          seeds.append(Array(data))
        }
      }
    }
    return seeds
  }
}
