package import GardenCore

/// What this build is.
package enum Release {
  package static let version = "0.1.0"
  /// No true wall clock shows an earlier time. Moved with each release.
  package static let date = Timestamp(seconds: 1_795_219_200)
}
