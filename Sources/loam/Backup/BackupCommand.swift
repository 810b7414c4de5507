import ArgumentParser
import Bridge
import BridgeConfig
import FoundationEssentials
import GardenBackup
import GardenStore
import GardenTerminal
import HostSystem
import ProgramConfig

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write the whole garden into one file.",
    discussion: """
      State, history, config with its passwords, the accounts at this machine's mosquitto and the store of loam-push. The bridge may \
      run and water meanwhile: nothing holds it up. The file is its owner's alone, because it holds passwords; it is signed by a key of the garden. To move to another \
      machine, stop the services here first (`systemctl disable --now loam.target`), and run `loam restore` there. All of it needs root.

        loam backup garden.loam
        loam backup --yes /mnt/usb/garden.loam
      """)

  @OptionGroup var config: ConfigOption
  @Argument(help: "The file to write.", completion: .file()) var file: String
  @Option(help: "The folder of this machine's mosquitto.", completion: .directory)
  var mosquittoDir = "/etc/mosquitto"
  @Flag(help: "Replace the file if it is there.") var yes = false

  func run() throws {
    if let there = HostFile.facts(of: file, followsLink: false), !yes || there.kind != .regular {
      throw BackupEnd.saying(
        "\(file) is there already. Name another file, or replace it with --yes.", .usage)
    }
    let files = try GardenFiles(config.source, mosquitto: mosquittoDir)
    let staging = try StagingFolder(beside: file)
    try staging.needs(2 * files.bytes, for: file)
    let (manifest, sources) = try files.collect(in: staging)
    let signer = BackupSigner.made(in: files.settings.store.path)
    let fingerprint: String
    do {
      fingerprint = try BackupWriter.write(manifest, sources, by: signer, to: file)
    } catch {
      throw BackupEnd.saying("\(file): \(error)", .ioError)
    }
    tell(files, sources.keys.sorted())
    print("Fingerprint: \(fingerprint). Write it down: a machine that does not know this garden asks for it.")
    if signer == nil {
      StandardError.write("note: it is not signed: no key can be kept in \(files.settings.store.path)")
    }
  }

  private func tell(_ files: GardenFiles, _ names: [String]) {
    let kilobytes = (HostFile.facts(of: file)?.bytes ?? 0) / 1000
    print("Written: \(file) (\(kilobytes) kB). Keep it safe: it holds passwords.")
    for name in names { print("  \(name)") }
    for sentence in files.notes { StandardError.write("note: \(sentence)") }
  }
}

/// A folder of this user alone for files on their way; gone with the value.
final class StagingFolder {
  let path: String

  init(beside file: String) throws {
    path =
      "\(HostFile.folder(of: file))/.loam-\(HostProcess.identifier)-\(String(HostRandom.seed(), radix: 36))"
    do {
      try HostFile.makeFolder(HostFile.folder(of: file))
      try HostFile.makeFolder(path, mode: 0o700)
    } catch {
      throw BackupEnd.saying(
        "\(HostFile.folder(of: file)): nothing can be written there: \(error.text)",
        error.isNotPermitted ? .noPermission : .ioError)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Ends where the disk has no room.
  func needs(_ bytes: Int, for file: String) throws {
    let spare = 1 << 20
    if let free = HostFile.freeBytes(in: path), free < bytes + spare {
      throw BackupEnd.saying(
        "\(file): the disk has no room: \((bytes + spare) >> 20) MB are needed, \(free >> 20) MB are free",
        .ioError)
    }
  }
}

/// Says why a command ends.
enum BackupEnd {
  static func saying(_ text: String, _ status: ExitStatus) -> ExitCode {
    // Names out of a stranger's archive are in it.
    CommandEnd.saying(TextWidth.harmless(text), status)
  }

  static func saying(_ error: StoreError) -> ExitCode {
    switch error {
    case .notPermitted: saying("\(error); try it with sudo", .noPermission)
    case .inUse: saying("\(error)", .tempFail)
    case .noStore: saying("\(error)", .noInput)
    case .newerSchema, .notOurs, .damaged, .unstorable: saying("\(error)", .dataError)
    case .full, .readOnly, .failed: saying("\(error)", .ioError)
    }
  }
}
