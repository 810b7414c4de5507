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
      from before are refused. Waterings by rule begin after one pause. Settings of mosquitto are written as this version ships them, \
      with the accounts of the backup. It needs root.

      A backup that another garden made decides what this one does, so it is asked about: `loam backup` said its fingerprint.

        loam restore garden.loam
        loam restore --yes garden.loam
        loam restore --yes --from 1f3c-90ab-77d2-0e4b-5c61 garden.loam

      It exits 65 if the file is damaged, of a newer version, or holds what no backup holds; 75 while Loam runs here; and 77 if \
      nobody vouches for it.
      """)

  @Argument(help: "A file of `loam backup`.", completion: .file()) var file: String
  @Option(
    help: "Where the config goes. Default: $LOAM_CONFIG, else /etc/loam and its name there.",
    completion: .file())
  var config: String?
  @Option(help: "The folder of this machine's mosquitto.", completion: .directory)
  var mosquittoDir = "/etc/mosquitto"
  @Option(help: "The fingerprint that the backup must have.") var from: String?
  @Option(help: "A folder in which databases may be put besides /var/lib/loam.", completion: .directory)
  var store: String?
  @Flag(help: "Ask no questions: everything that is shown is done.") var yes = false

  func run() throws {
    guard yes || SetupTalk.isWatched else {
      throw BackupEnd.saying(
        "there is nobody here to answer; use --yes, or a terminal", .usage)
    }
    let talk = SetupTalk(agrees: yes)
    try putBack(talk).start(talk)
  }

  /// Whether this machine, or who types here, knows the garden that made it.
  private func isKnown(_ plan: RestorePlan) throws -> Bool {
    let fingerprint = plan.backup.fingerprint
    if let from, from.lowercased() != fingerprint {
      throw Self.unproved("\(file): its fingerprint is \(fingerprint), not \(from)")
    }
    if from != nil || plan.isOwn { return true }
    guard yes else { return false }
    throw Self.unproved(
      "\(file): \(plan.warning) If you know it: loam restore --yes --from \(fingerprint) \(file)")
  }

  private func agreeToFolders(of plan: RestorePlan, _ talk: SetupTalk) throws {
    for folder in plan.strangeFolders(allowed: store) {
      let what = "its config keeps databases in \(folder), where no garden of this machine has any"
      if yes { throw Self.unproved("\(file): \(what). If they may be there: --store \(folder)") }
      talk.say("Note: \(what).")
      guard try Self.isYes(talk.ask("Put them there? [y/N]")) else {
        throw Self.unproved("They stay in the backup")
      }
    }
  }

  private func isTrusted(_ plan: RestorePlan, _ talk: SetupTalk) throws -> Bool {
    talk.say()
    talk.say("\(plan.warning) Its fingerprint is \(plan.backup.fingerprint).")
    return try Self.isYes(talk.ask("Do you know it, and want its garden here? [y/N]"))
  }

  private static func isYes(_ answer: String) -> Bool { ["y", "yes"].contains(answer.lowercased()) }

  private static func unproved(_ why: String) -> ExitCode {
    BackupEnd.saying("\(why). Nothing was changed.", .noPermission)
  }

  /// Loam cannot run until this returns.
  private func putBack(_ talk: SetupTalk) throws -> RestorePlan {
    let backup: BackupReader
    do {
      backup = try BackupReader(file)
    } catch {
      let isMissing = if case .unreadable(let error) = error { error.isNoFile } else { false }
      throw BackupEnd.saying(
        "\(file): \(error)", isMissing ? .noInput : .dataError)
    }
    let plan = try RestorePlan(backup, of: file, config: config, mosquitto: mosquittoDir)
    plan.show(talk)
    let isKnown = try isKnown(plan)
    try agreeToFolders(of: plan, talk)
    let locks = try plan.lock()
    defer { withExtendedLifetime(locks) { plan.unlock() } }
    let forbidden = plan.paths.filter { !HostFile.isWritable($0) }
    guard forbidden.isEmpty else {
      throw BackupEnd.saying(
        "Nothing was changed. To write \(forbidden.joined(separator: ", ")) it needs root: sudo loam restore",
        .noPermission)
    }
    guard try isKnown ? talk.agree("Put this garden here?") : isTrusted(plan, talk) else {
      throw BackupEnd.saying("Nothing was changed.", .failure)
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
