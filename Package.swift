// swift-tools-version: 6.2

import PackageDescription

/// Every target is built with the same strictness; a target differs from another only by what it may import.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// For what no reading passes: a release builds it for size. Not for LoamKit, since a package that others use may not say so.
let small = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let smallTargets: Set = [
  "BridgeConfig", "DemoGarden", "GardenPush", "GardenSetup", "GardenSimulation", "GardenTerminal",
  "GardenWeb", "GardenWords",
  "ProgramConfig", "PushChannels",
]

/// Tests run what is optimised, as it ships: simulated seasons take a third of the minutes. Not the libraries, which a package that others use may
/// not say for them.
let quick: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let libraryTargets: Set = [
  "Cryptography", "HostSystem", "LoamKit", "LoamMosquitto", "MosquittoClient", "MQTTTypes",
]

func target(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  embedding files: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: files.map { .embedInCode($0) },
    swiftSettings: (smallTargets.contains(name) ? small : strict)
      + (libraryTargets.contains(name) ? [] : quick)
  )
}

/// libdispatch's look at its blocked threads, once a second for ever, is left out where it is linked in statically.
/// A release of Swift that names these functions otherwise is linked as it is.
let quietDispatch: [LinkerSetting] = [
  .unsafeFlags([
    "-Xlinker", "--wrap=_dispatch_workq_worker_register",
    "-Xlinker", "--wrap=_dispatch_workq_worker_unregister",
  ])
]

func testTarget(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclusions[name] ?? [],
    swiftSettings: strict)
}

/// Folders that tests read as files, by path.
let exclusions: [String: [String]] = [
  "BridgeConfigTests": ["Fixtures", "check_schema.py"],
  "DeviceFamilyTests": ["Fixtures"],
  "FuzzTests": ["Corpus"],
  "GardenCoreTests": ["Expected", "Scenarios"],
  "GardenSetupTests": ["Expected"],
  "GardenSimulationTests": ["Expected"],
  "GardenStoreTests": ["Fixtures"],
  "GardenTerminalTests": ["Expected"],
  "GardenTopicsTests": ["Golden"],
  "LoamKitTests": ["check_schemas.py"],
  "SystemTests": ["Days", "Nights", "Scripts"],
  "WordsTests": ["Expected"],
]

let package = Package(
  name: "Loam",
  // What LoamKit needs of Apple's systems: `Mutex` of Synchronization. The programs are for Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .executable(name: "loam", targets: ["loam"]),
    .executable(name: "loam-web", targets: ["loam-web"]),
    .executable(name: "loam-push", targets: ["loam-push"]),
    .library(name: "LoamKit", targets: ["LoamKit"]),
    .library(name: "LoamMosquitto", targets: ["LoamMosquitto"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Without its extras: only the decoder and the encoder are wanted.
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    // Without its extras: they bring swift-configuration and the whole of Foundation.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    // What Hummingbird rests on, as far as GardenWeb names it.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    target("Cryptography", [.target(name: "CLibcrypto", condition: .when(platforms: [.linux]))]),

    // The public contract: what phones, watches and displays import.
    target(
      "LoamKit", ["Cryptography", "GardenWords"],
      exclude: ["Schemas", "Vectors"]),

    // Pure: no clock, no disk, no network.
    target("GardenCore"),
    .target(name: "GardenWords", swiftSettings: strict, plugins: ["EmbedLanguages"]),
    .plugin(name: "EmbedLanguages", capability: .buildTool(), path: "Sources/EmbedLanguages"),
    target("MQTTTypes"),
    .target(
      name: "CSimdJSON", publicHeadersPath: "include",
      linkerSettings: [.linkedLibrary("simdjson"), .linkedLibrary("stdc++")]),
    target("PayloadJSON", ["CSimdJSON"]),
    target(
      "SparkplugPayload", [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["sparkplug_b.proto"]),
    target(
      "DeviceFamilies", ["Cryptography", "GardenCore", "MQTTTypes", "PayloadJSON", "SparkplugPayload"]),
    target("StoreTypes", ["GardenCore", "MQTTTypes"]),
    target("GardenTopics", ["GardenCore", "GardenWords", "MQTTTypes", "LoamKit"]),
    target(
      "BridgeConfig",
      ["GardenCore", "GardenWords", "MQTTTypes", "DeviceFamilies", "CYAML"]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    // Everything between the bytes that come in and the bytes that leave.
    target(
      "Hub",
      [
        "BridgeConfig", "DeviceFamilies", "GardenCore", "GardenTopics", "LoamKit", "MQTTTypes", "PayloadJSON",
        "StoreTypes",
      ]),
    target("GardenSimulation", ["GardenCore"]),
    target("GardenReplay", ["GardenCore", "GardenSimulation"]),
    // The broker's settings stand in `deploy`, to which these are links.
    target(
      "GardenSetup", ["BridgeConfig", "DeviceFamilies", "GardenCore", "MQTTTypes"],
      embedding: ["Shipped/mosquitto.conf", "Shipped/loam.acl"]),

    // Adapters: one outside world each.
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    target("MosquittoClient", ["CMosquitto", "MQTTTypes", "HostSystem"]),
    target("LoamMosquitto", ["LoamKit", "MosquittoClient", "MQTTTypes", "HostSystem"]),
    .systemLibrary(name: "CHostSystem"),
    target("HostSystem", ["CHostSystem"]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    target("SQLite", ["CSQLite", "HostSystem"], embedding: ["push.sql"]),
    target("GardenImport", ["DeviceFamilies", "GardenCore", "HostSystem", "PayloadJSON", "SQLite"]),
    target(
      "GardenStore", ["GardenCore", "HostSystem", "MQTTTypes", "SQLite", "StoreTypes"],
      embedding: ["Files/state.sql", "History/history.sql"]),
    target("GardenBackup", ["Cryptography", "HostSystem"]),

    // The config as the programs find it on a machine.
    target(
      "ProgramConfig",
      ["BridgeConfig", "HostSystem", .product(name: "ArgumentParser", package: "swift-argument-parser")]),

    // What the programs write into the log.
    target(
      "ProgramLog",
      ["GardenCore", "HostSystem", "LoamKit", .product(name: "Logging", package: "swift-log")]),

    // The whole.
    target(
      "Bridge",
      [
        "GardenCore", "MQTTTypes", "DeviceFamilies", "GardenTopics", "Hub", "LoamKit", "BridgeConfig",
        "MosquittoClient", "HostSystem", "GardenStore", "ProgramLog", "StoreTypes",
        .product(name: "Logging", package: "swift-log"),
      ]),
    target("GardenTerminal", ["GardenWords", "LoamKit"]),
    target(
      "DemoGarden",
      [
        "GardenCore", "GardenSimulation", "MQTTTypes", "MosquittoClient", "HostSystem",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ], embedding: ["Shipped/demo.yaml", "Shipped/held.sh"]),
    .executableTarget(
      name: "loam",
      dependencies: [
        "Bridge", "BridgeConfig", "DeviceFamilies", "GardenCore", "GardenTopics", "GardenTerminal", "Hub",
        "DemoGarden", "GardenImport", "GardenReplay", "GardenSetup", "GardenSimulation", "GardenWords",
        "HostSystem", "LoamKit",
        "LoamMosquitto",
        "MQTTTypes",
        "MosquittoClient",
        "PayloadJSON",
        "GardenBackup",
        "GardenStore",
        "ProgramConfig",
        "ProgramLog",
        "SQLite",
        "StoreTypes",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      resources: [.embedInCode("Export/phone-blueprint.yaml"), .embedInCode("Shipped/kubernetes.yaml")],
      swiftSettings: small + quick),

    // The web process: what listens on the network. No part of `loam run`.
    target(
      "GardenWeb",
      [
        "BridgeConfig", "GardenCore", "GardenStore", "GardenTopics", "HostSystem", "LoamKit", "MQTTTypes",
        "MosquittoClient", "ProgramConfig",
        // Its server alone: routes are a handful, and a router would bring metrics, tracing and more.
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ], embedding: ["API/schemas.json"]),
    .executableTarget(
      name: "loam-web",
      dependencies: [
        "GardenWeb", "BridgeConfig", "HostSystem", "ProgramConfig", "ProgramLog",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: small + quick),

    .target(name: "CQuietDispatch"),

    // The push process: what speaks to the services that people's phones listen to. No part of `loam run`.
    target("PushChannels", ["Cryptography", "GardenCore", "GardenWords", "LoamKit"]),
    target(
      "GardenPush",
      [
        "BridgeConfig", "GardenCore", "HostSystem", "LoamKit", "LoamMosquitto", "MosquittoClient",
        "MQTTTypes",
        "PushChannels", "SQLite",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "loam-push",
      dependencies: [
        "CQuietDispatch", "GardenPush", "BridgeConfig", "HostSystem", "ProgramConfig", "ProgramLog",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: small + quick, linkerSettings: quietDispatch),

    // What others may begin with.
    .executableTarget(
      name: "WatchDisplay", dependencies: ["LoamKit", "LoamMosquitto"], path: "Examples/WatchDisplay",
      swiftSettings: strict),

    // Tests.
    .target(
      name: "TestKit", dependencies: [.product(name: "Subprocess", package: "swift-subprocess")],
      path: "Tests/TestKit", swiftSettings: strict),
    .target(
      name: "LeaseHarness", dependencies: ["GardenCore"], path: "Tests/LeaseHarness",
      swiftSettings: strict + quick),
    .target(
      name: "ContractHarness", dependencies: ["LoamKit"], path: "Tests/ContractHarness", swiftSettings: strict
    ),
    // What the fuzzer puts in and holds against the result; tests share it.
    .target(
      name: "FuzzHarness",
      dependencies: [
        "BridgeConfig", "DeviceFamilies", "GardenCore", "GardenTopics", "LoamKit", "MQTTTypes", "PayloadJSON",
      ], path: "Tests/FuzzHarness", swiftSettings: strict),
    testTarget("FuzzTests", ["FuzzHarness"]),
    testTarget("LoamKitTests", ["LoamKit", "ContractHarness", "FuzzHarness", "TestKit"]),
    testTarget("GardenCoreTests", ["GardenCore", "LeaseHarness"]),
    testTarget("MQTTTypesTests", ["MQTTTypes"]),
    testTarget("PayloadJSONTests", ["PayloadJSON"]),
    testTarget("SparkplugPayloadTests", ["SparkplugPayload"]),
    testTarget(
      "DeviceFamilyTests",
      ["BridgeConfig", "DeviceFamilies", "FuzzHarness", "GardenCore", "MQTTTypes", "PayloadJSON"]),
    testTarget(
      "GardenTopicsTests",
      ["FuzzHarness", "GardenTopics", "GardenCore", "GardenWords", "MQTTTypes", "LoamKit"]),
    testTarget(
      "BridgeConfigTests", ["BridgeConfig", "GardenCore", "MQTTTypes", "DeviceFamilies", "PayloadJSON"]),
    testTarget(
      "GardenSetupTests",
      ["GardenSetup", "BridgeConfig", "DeviceFamilies", "GardenCore", "MQTTTypes", "PayloadJSON"]),
    testTarget("GardenSimulationTests", ["GardenSimulation", "GardenCore", "LeaseHarness"]),
    testTarget("GardenImportTests", ["GardenImport", "DeviceFamilies", "GardenCore", "SQLite", "TestKit"]),
    testTarget("GardenReplayTests", ["GardenReplay", "GardenSimulation", "GardenCore"]),
    testTarget(
      "GardenStoreTests",
      [
        "GardenStore", "GardenCore", "HostSystem", "MQTTTypes", "TestKit", "SQLite",
        "StoreTypes",
      ]),
    testTarget("SQLiteTests", ["SQLite", "TestKit"]),
    testTarget("GardenBackupTests", ["GardenBackup", "HostSystem", "TestKit"]),
    testTarget("HostSystemTests", ["HostSystem", "TestKit"]),
    testTarget("MosquittoClientTests", ["MosquittoClient", "MQTTTypes", "HostSystem", "TestKit"]),
    testTarget("LoamMosquittoTests", ["LoamMosquitto", "LoamKit", "TestKit"]),
    testTarget("GardenTerminalTests", ["GardenTerminal", "LoamKit", "TestKit"]),
    testTarget(
      "DemoGardenTests",
      [
        "Bridge", "DemoGarden", "GardenSimulation", "GardenCore", "Hub", "MQTTTypes", "MosquittoClient",
        "HostSystem",
        "BridgeConfig", "DeviceFamilies", "PayloadJSON", "TestKit",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    testTarget(
      "HubTests",
      [
        "BridgeConfig", "DeviceFamilies", "GardenCore", "GardenTopics", "Hub", "LeaseHarness", "LoamKit",
        "MQTTTypes", "StoreTypes", "TestKit",
      ]),
    testTarget(
      "BridgeTests",
      [
        "Bridge", "DeviceFamilies", "GardenCore", "GardenStore", "HostSystem", "Hub", "LeaseHarness",
        "LoamKit",
        "MQTTTypes", "ProgramLog", "StoreTypes", "TestKit",
        .product(name: "Logging", package: "swift-log"),
      ]),
    testTarget(
      "WordsTests",
      [
        "Bridge", "BridgeConfig", "DeviceFamilies", "GardenCore", "GardenTopics", "GardenWords", "Hub",
        "LoamKit", "MQTTTypes",
      ]),
    testTarget(
      "SystemTests",
      [
        "ContractHarness", "HostSystem", "LoamKit", "LoamMosquitto", "MQTTTypes", "MosquittoClient",
        "TestKit",
        "WatchDisplay", "loam", "loam-push", "loam-web",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    testTarget(
      "GardenWebTests",
      [
        "GardenWeb", "BridgeConfig", "GardenCore", "GardenTopics", "HostSystem", "LoamKit", "ContractHarness",
        "TestKit",
      ]),
    testTarget(
      "PushChannelsTests", ["Cryptography", "GardenCore", "LoamKit", "PushChannels", "TestKit"]),
    testTarget(
      "GardenPushTests",
      [
        "GardenCore", "GardenPush", "PushChannels", "LoamKit", "HostSystem", "SQLite",
        "TestKit",
      ]),
    testTarget("TidyTests", ["TestKit"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

/// Leaves these targets and what they rest on.
@MainActor func keep(only names: some Sequence<String>) {
  var kept = Set(names)
  var count = 0
  while kept.count != count {
    count = kept.count
    for target in package.targets where kept.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { kept.insert(name) }
      for case .targetItem(let name, _) in target.dependencies { kept.insert(name) }
      for case .plugin(let name, _) in target.plugins ?? [] { kept.insert(name) }
    }
  }
  package.products = []
  package.targets.removeAll { !kept.contains($0.name) }
}

// `LOAM_TESTS="PayloadJSONTests MQTTTypesTests"`: these tests alone, for deploy/sanitize.sh.
if let wanted = Context.environment["LOAM_TESTS"] {
  keep(only: wanted.split(separator: " ").map(String.init))
}

// `LOAM_FUZZ=1`: the fuzzer alone, for Tests/Fuzz/fuzz.sh.
if Context.environment["LOAM_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "LoamFuzz", dependencies: ["FuzzHarness"], path: "Tests/Fuzz",
      exclude: ["fuzz.sh", "group.sh", "keep.sh"],
      swiftSettings: strict))
  keep(only: ["LoamFuzz"])
}
