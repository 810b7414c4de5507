internal import CHostSystem
internal import Glibc

/// Memory of this process, from `/proc/self`.
package enum ProcessMemory {
  /// Resident set, bytes.
  package static func residentBytes() -> Int? { bytes(of: "VmRSS:") }
  /// Resident memory of our own: neither files nor shared. Bytes.
  package static func anonymousBytes() -> Int? { bytes(of: "RssAnon:") }

  /// All threads take memory from one heap (`mallopt(3)`). Else each has a heap of its own, whose end ``releaseUnused()`` does not give back. For a
  /// program in which one thread does nearly everything; before there are others.
  package static func sharesOneHeap() { _ = mallopt(M_ARENA_MAX, 1) }

  /// Gives back what was needed and is not: free heap, and the pages of our own code and constants. What is used again
  /// comes back from the page cache, or from the card where memory is short.
  package static func releaseUnused() {
    malloc_trim(0)
    for (start, count) in ownFile() {
      guard let address = unsafe UnsafeMutableRawPointer(bitPattern: start) else { continue }
      // Mapped from the file and never written to, so nothing is lost (`madvise(2)`).
      unsafe madvise(address, count, MADV_DONTNEED)
    }
  }

  /// Address and length of this program's code, and of its constants in front of it (`proc(5)`, `/proc/pid/maps`). Constants
  /// behind the code hold addresses: those were written at the start.
  private static func ownFile() -> [(start: UInt, count: Int)] {
    guard let maps = FileBytes.read("/proc/self/maps") else { return [] }
    let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
    // The program's own mappings are the first in the list: they name its file.
    guard let own = lines.first.flatMap({ file(of: $0) }) else { return [] }
    return lines.compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count == 4, file(of: line) == own,
        words[1] == "r-xp" || (words[1] == "r--p" && words[2] == "00000000")
      else { return nil }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return ends.count == 2 && ends[1] > ends[0] ? (ends[0], Int(ends[1] - ends[0])) : nil
    }
  }

  /// The path at the end of a line; it may hold blanks.
  private static func file(of line: Substring) -> Substring? {
    line.firstIndex(of: "/").map { line[$0...] }
  }

  private static func bytes(of field: String) -> Int? {
    FileBytes.number(after: field, in: "/proc/self/status").map { $0 * 1024 }
  }
}
