/// What this process wrote to disks.
package enum ProcessWrites {
  /// Bytes that it caused to be sent to the storage layer since it began (`proc(5)`, `/proc/pid/io`, `write_bytes`);
  /// `nil` where the kernel does not count them or does not say.
  package static func bytes() -> Int? { FileBytes.number(after: "write_bytes:", in: "/proc/self/io") }
}
