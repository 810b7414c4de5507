import DeviceFamilies

/// One way in from outside. Used by one thread.
package struct FuzzGroup: @unchecked Sendable {
  package var name: String
  package var seeds: [[UInt8]]
  /// What is wrong with what the program made of the bytes; `nil`: nothing.
  package var evaluate: ([UInt8]) -> String?
}

/// All of them, for the fuzzer and for the tests of what it has found.
package enum FuzzGroups {
  /// All devices and all documents together, and then each family and document alone.
  package static let all: [FuzzGroup] =
    [DeviceFuzz.group("devices") { _ in true }] + CommandFuzz.groups + [DocumentFuzz.group]
    + [ConfigFuzz.group] + TextFuzz.groups
    + DeviceFuzz.families.map { family in DeviceFuzz.group(family.name) { $0.family == family } }
}
