/// What each target may import. A line here is a decision: who knows whom.
enum ImportTable {
  static let allowed: [String: Set<String>] = [
    "Cryptography": ["CLibcrypto", "CryptoKit"],
    "LoamKit": essentials.union(["Cryptography", "GardenWords", "Synchronization"]),
    "GardenCore": [],
    "GardenWords": essentials,
    "EmbedLanguages": ["Foundation", "PackagePlugin"],
    "MQTTTypes": [],
    "PayloadJSON": ["CSimdJSON"],
    "SparkplugPayload": ["SwiftProtobuf"],
    "DeviceFamilies": ["Cryptography", "GardenCore", "MQTTTypes", "PayloadJSON", "SparkplugPayload"],
    "GardenTopics": essentials.union(["GardenCore", "GardenWords", "MQTTTypes", "LoamKit"]),
    "BridgeConfig": essentials.union([
      "CYAML", "GardenCore", "GardenWords", "MQTTTypes", "DeviceFamilies",
    ]),
    "GardenSimulation": ["GardenCore"],
    "GardenReplay": essentials.union(["GardenCore", "GardenSimulation"]),
    "GardenImport": ["DeviceFamilies", "GardenCore", "HostSystem", "PayloadJSON", "SQLite"],
    "GardenSetup": ["BridgeConfig", "DeviceFamilies", "GardenCore", "MQTTTypes"],
    "MosquittoClient": ["CMosquitto", "MQTTTypes", "HostSystem", "Glibc"],
    "LoamMosquitto": ["LoamKit", "MosquittoClient", "MQTTTypes", "HostSystem", "Synchronization"],
    "HostSystem": ["CHostSystem", "Glibc"],
    "SQLite": ["CSQLite", "HostSystem", "Synchronization"],
    "StoreTypes": ["GardenCore", "MQTTTypes"],
    "GardenStore": essentials.union([
      "GardenCore", "HostSystem", "MQTTTypes", "SQLite", "StoreTypes",
    ]),
    "Hub": [
      "BridgeConfig", "DeviceFamilies", "GardenCore", "GardenTopics", "LoamKit", "MQTTTypes", "PayloadJSON",
      "StoreTypes",
    ],
    "GardenBackup": essentials.union(["Cryptography", "HostSystem"]),
    "Bridge": essentials.union([
      "GardenCore", "MQTTTypes", "DeviceFamilies", "GardenTopics", "Hub", "LoamKit", "BridgeConfig",
      "MosquittoClient",
      "HostSystem", "GardenStore", "Logging", "ProgramLog", "Synchronization",
    ]),
    "GardenTerminal": ["GardenWords", "LoamKit"],
    "GardenWeb": essentials.union(hummingbird).union([
      "BridgeConfig", "GardenCore", "GardenStore", "GardenTopics", "HostSystem", "LoamKit", "MQTTTypes",
      "MosquittoClient", "Logging", "ProgramConfig", "Synchronization",
    ]),
    "DemoGarden": essentials.union([
      "GardenCore", "GardenSimulation", "MQTTTypes", "MosquittoClient", "HostSystem", "Subprocess",
    ]),
    "loam": essentials.union([
      "Dispatch", "GardenSetup", "GardenSimulation", "GardenWords", "Subprocess", "Synchronization",
      "Bridge", "BridgeConfig", "DeviceFamilies", "GardenCore", "GardenTopics", "GardenTerminal",
      "DemoGarden", "GardenImport", "GardenReplay", "Hub", "StoreTypes",
      "HostSystem", "LoamKit", "LoamMosquitto", "MQTTTypes", "MosquittoClient", "PayloadJSON", "GardenStore",
      "ArgumentParser", "GardenBackup", "Logging", "ProgramConfig", "ProgramLog", "SQLite",
    ]),
    "ProgramLog": ["GardenCore", "HostSystem", "LoamKit", "Logging", "Synchronization"],
    "ProgramConfig": ["ArgumentParser", "BridgeConfig", "HostSystem"],
    // Of the core its time, chance and buckets alone.
    "PushChannels": essentials.union([
      "Cryptography", "GardenCore.Moment", "GardenCore.SiteCalendar", "GardenCore.SplitMix64",
      "GardenCore.Timestamp", "GardenCore.TokenBucket", "GardenCore.Uptime", "GardenWords", "LoamKit",
    ]),
    "GardenPush": essentials.union([
      "BridgeConfig", "GardenCore", "HostSystem", "LoamKit", "LoamMosquitto", "MosquittoClient", "MQTTTypes",
      "PushChannels", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "Logging",
      "SQLite", "Synchronization",
    ]),
    "loam-push": [
      "GardenPush", "BridgeConfig", "HostSystem", "ArgumentParser", "Logging", "ProgramConfig",
      "ProgramLog", "Synchronization",
    ],
    "loam-web": [
      "GardenWeb", "BridgeConfig", "HostSystem", "ArgumentParser", "Logging", "ProgramConfig", "ProgramLog",
    ],
  ]

  /// The HTTP server, and what it rests on.
  private static let hummingbird: Set<String> = [
    "HummingbirdCore", "HummingbirdTLS", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOHTTPTypes",
    "NIOHTTPTypesHTTP1", "NIOSSL", "ServiceLifecycle",
  ]
  private static let essentials: Set<String> = ["Foundation", "FoundationEssentials"]

  /// `path:line: …` for every import that the table does not allow; a target without a line may import nothing.
  static func breaches(in file: SourceTree.File) -> [String] {
    let allowed = allowed[file.target] ?? []
    let statement =
      /^\s*(?:@[\w\(\)]+\s+)*(?:(?:package|public|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|func|protocol|typealias|var|let)\s+)?((\w+)(?:\.\w+)?)/
    return zip(1..., file.code).compactMap { number, line in
      guard let match = line.firstMatch(of: statement), !allowed.contains(String(match.1)),
        !allowed.contains(String(match.2))
      else { return nil }
      return "\(file.path):\(number): \(file.target) may not import \(match.1)"
    }
  }
}
