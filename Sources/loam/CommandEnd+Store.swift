import GardenStore
import HostSystem
import ProgramConfig

extension CommandEnd {
  static func orExit<T>(_ work: () throws(StoreError) -> T) throws -> T {
    do throws(StoreError) { return try work() } catch { throw saying("\(error)", .ioError) }
  }
}
