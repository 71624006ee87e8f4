// swift-tools-version: 6.2
import PackageDescription

// Debian keeps the C libraries' headers and objects in the compiler's default paths. On macOS the
// Homebrew prefix is passed by Scripts/setup.

let checked: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]
/// For targets that wrap a C library: every unsafe call is marked.
let wrapsC: [SwiftSetting] = checked + [.strictMemorySafety()]

let package = Package(
  name: "Sotto",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "sotto", targets: ["sotto"]),
    .library(name: "SottoCore", targets: ["SottoCore"]),
    .library(name: "SottoProviders", targets: ["SottoProviders"]),
    .library(name: "SottoEngine", targets: ["SottoEngine"]),
  ],
  targets: [
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CMicroHTTPD"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CCmarkGFM"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CZlib"),
    .target(name: "CWebAssets", exclude: []),
    .target(
      name: "CCipherVFS", dependencies: ["CSQLite", "CSodium"],
      linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("sodium")]),

    .target(name: "SottoCore", swiftSettings: checked),
    .target(name: "SottoTokens", swiftSettings: checked),
    .target(
      name: "SottoProviders", dependencies: ["SottoCore", "SottoTokens"], swiftSettings: checked),
    .target(name: "SottoEngine", dependencies: ["SottoCore"], swiftSettings: checked),
    .target(name: "SottoTransport", dependencies: ["SottoCore"], swiftSettings: checked),
    .target(
      name: "SottoCurl", dependencies: ["SottoCore", "SottoTransport", "CCurl"],
      swiftSettings: wrapsC),
    .target(
      name: "SottoURLSession", dependencies: ["SottoCore", "SottoTransport"],
      swiftSettings: checked),
    .target(
      name: "SottoStore", dependencies: ["SottoCore", "CSQLite", "CSodium", "CCipherVFS"],
      swiftSettings: wrapsC),
    .target(name: "SottoSecrets", dependencies: ["SottoCore", "CSodium"], swiftSettings: wrapsC),
    .target(name: "SottoLocal", dependencies: ["SottoCore"], swiftSettings: checked),
    .target(name: "SottoMarkdown", dependencies: ["CCmarkGFM"], swiftSettings: wrapsC),
    .target(name: "SottoHTTP", dependencies: ["CMicroHTTPD"], swiftSettings: wrapsC),
    .target(
      name: "SottoWeb",
      dependencies: [
        "SottoCore", "SottoEngine", "SottoMarkdown", "SottoHTTP", "CWebAssets", "CZlib",
      ],
      exclude: ["Public"], swiftSettings: wrapsC),
    .executableTarget(
      name: "sotto",
      dependencies: [
        "SottoCore", "SottoProviders", "SottoEngine", "SottoCurl", "SottoStore",
        "SottoSecrets", "SottoLocal", "SottoMarkdown", "SottoHTTP", "SottoTokens", "SottoWeb",
      ],
      swiftSettings: checked),

    .executableTarget(
      name: "decodespeed", dependencies: ["SottoCore", "SottoProviders"],
      path: "Benchmarks/decodespeed", swiftSettings: checked),
    .target(name: "SottoTestSupport", dependencies: ["SottoCore"], swiftSettings: checked),
    .testTarget(name: "SottoCoreTests", dependencies: ["SottoCore"], swiftSettings: checked),
    .testTarget(
      name: "SottoProvidersTests",
      dependencies: ["SottoProviders", "SottoCore", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoTransportTests",
      dependencies: [
        "SottoTransport", "SottoCurl", "SottoURLSession", "SottoCore", "SottoTestSupport",
      ],
      swiftSettings: checked),
    .testTarget(
      name: "SottoStoreTests", dependencies: ["SottoStore", "SottoCore", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoSecretsTests", dependencies: ["SottoSecrets", "SottoCore", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoLocalTests", dependencies: ["SottoLocal", "SottoCore", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoEngineTests",
      dependencies: [
        "SottoEngine", "SottoProviders", "SottoCurl", "SottoStore", "SottoCore",
        "SottoTestSupport",
      ], swiftSettings: checked),
    .testTarget(
      name: "SottoTokensTests", dependencies: ["SottoTokens", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoMarkdownTests", dependencies: ["SottoMarkdown"], swiftSettings: checked),
    .testTarget(
      name: "SottoHTTPTests", dependencies: ["SottoHTTP", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoWebTests",
      dependencies: [
        "SottoWeb", "SottoHTTP", "SottoMarkdown", "SottoEngine", "SottoProviders",
        "SottoCurl", "SottoStore", "SottoSecrets", "SottoCore", "SottoTestSupport",
      ], swiftSettings: checked),
    .testTarget(name: "ArchitectureTests", swiftSettings: checked),
  ],
  swiftLanguageModes: [.v6]
)

// Scripts/fuzz builds this one, with every module instrumented.
if Context.environment["SOTTO_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FuzzDecoders", dependencies: ["SottoCore", "SottoProviders"], path: "Fuzz",
      exclude: ["README.md", "findings"],
      swiftSettings: checked + [.unsafeFlags(["-parse-as-library"])]))
}
