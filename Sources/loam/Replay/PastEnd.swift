import ArgumentParser
import GardenStore
import HostSystem
import ProgramConfig

/// Says why the command ends.
enum PastEnd {
  static func saying(_ text: String, _ code: Int32) -> ArgumentParser.ExitCode {
    StandardError.write(text)
    return ArgumentParser.ExitCode(code)
  }

  static func orExit<T>(_ work: () throws(StoreError) -> T) throws -> T {
    do throws(StoreError) { return try work() } catch {
      throw saying("\(error)", HostSystem.ExitCode.ioError)
    }
  }
}
