import ArgumentParser
import GardenBackup
import GardenSetup
import GardenStore
import HostSystem
import ProgramConfig

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a garden back from a file of `loam backup`, on this machine or another.",
    discussion: """
      The file is checked to its last byte, and everything that would be written is shown first. What it replaces is kept beside it. \
      Loam must not run: `systemctl stop loam.target`. No valve opens because of the past: a run that was on is ended, and commands \
      from before are refused. Waterings by rule begin after one pause. It needs root.

        loam restore garden.loam
        loam restore --yes garden.loam

      It exits 65 if the file is damaged or of a newer version, and 75 while Loam runs here.
      """)

  @Argument(help: "A file of `loam backup`.", completion: .file()) var file: String
  @Option(
    help: "Where the config goes. Default: $LOAM_CONFIG, else /etc/loam and its name there.",
    completion: .file())
  var config: String?
  @Option(help: "The folder of this machine's mosquitto.", completion: .directory)
  var mosquittoDir = "/etc/mosquitto"
  @Flag(help: "Ask no questions: everything that is shown is done.") var yes = false

  func run() throws {
    guard yes || SetupTalk.isWatched else {
      throw BackupEnd.saying(
        "there is nobody here to answer; use --yes, or a terminal", HostSystem.ExitCode.usage)
    }
    let talk = SetupTalk(agrees: yes)
    try putBack(talk).start(talk)
  }

  /// Loam cannot run until this returns.
  private func putBack(_ talk: SetupTalk) throws -> RestorePlan {
    let backup: BackupReader
    do {
      backup = try BackupReader(file)
    } catch {
      let isMissing = if case .unreadable(let error) = error { error.isNoFile } else { false }
      throw BackupEnd.saying(
        "\(file): \(error)", isMissing ? HostSystem.ExitCode.noInput : HostSystem.ExitCode.dataError)
    }
    let plan = try RestorePlan(backup, of: file, config: config, mosquitto: mosquittoDir)
    let locks = try plan.lock()
    defer { withExtendedLifetime(locks) { plan.unlock() } }
    plan.show(talk)
    let forbidden = plan.paths.filter { !HostFile.isWritable($0) }
    guard forbidden.isEmpty else {
      throw BackupEnd.saying(
        "Nothing was changed. To write \(forbidden.joined(separator: ", ")) it needs root: sudo loam restore",
        HostSystem.ExitCode.noPermission)
    }
    guard try talk.agree("Put this garden here?") else {
      throw BackupEnd.saying("Nothing was changed.", HostSystem.ExitCode.failure)
    }
    try plan.apply(talk)
    talk.say()
    talk.say("The garden is here. Runs that were on are ended, and earlier commands move no water.")
    if plan.hasAccounts {
      talk.say(
        "Phones that were put out after the backup are in again: loam device list shows them, loam device revoke puts them out."
      )
    }
    return plan
  }
}
