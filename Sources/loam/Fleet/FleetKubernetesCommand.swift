import ArgumentParser
import BridgeConfig
import HostSystem
import ProgramConfig

struct FleetKubernetesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kubernetes",
    abstract: "Write the Kubernetes manifests of all gardens: a StatefulSet with one volume each.",
    discussion: """
      Nothing is written while one of the gardens has an error. A garden's passwords are in a Secret of the name \
      loam-GARDEN, with the file names as its keys, such as mqtt-password. Its config and the files that this includes become a ConfigMap. \
      A StatefulSet never runs two pods of one name, so that two bridges never open one valve.

        loam fleet kubernetes gardens --image registry.example/loam:1.0 | kubectl apply -f -
      """)

  @OptionGroup var fleet: FleetGardens
  @Option(help: "The container image; 'make container' makes one.") var image: String
  @Option(help: "How large a garden's volume is: state and history.") var storage = "1Gi"

  func validate() throws {
    for (name, text) in [("--image", image), ("--storage", storage)] {
      guard
        text.utf8.allSatisfy({
          $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }), !text.isEmpty
      else { throw ValidationError("\(name) is one word") }
    }
  }

  func run() throws {
    let fleet = try fleet.read()
    for problem in fleet.problems { StandardError.write(problem) }
    guard fleet.problems.isEmpty else { throw ExitCode(.config) }
    for garden in fleet.gardens {
      let manifest = GardenManifest(name: garden.name, image: image, storage: storage)
      try ConfigSource.orExit { () throws(ConfigSource.Unreadable) in
        let parts = try garden.source.parts(garden.settings.included)
        let config = String(decoding: try garden.source.bytes(), as: UTF8.self)
        print(manifest.text(config: config, parts: parts), terminator: "")
      }
    }
  }
}
