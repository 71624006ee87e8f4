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

/// Where Debian keeps the headers of libsecret and of the GLib below it. Nothing links them: they
/// are loaded when a keyring is used.
#if arch(arm64)
  let multiarch = "aarch64-linux-gnu"
#else
  let multiarch = "x86_64-linux-gnu"
#endif
let secretHeaders = [
  "-I/usr/include/libsecret-1", "-I/usr/include/glib-2.0",
  "-I/usr/lib/\(multiarch)/glib-2.0/include",
]

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
    .systemLibrary(name: "CArchive"),
    .target(name: "CWebAssets", exclude: []),
    .target(
      name: "CLibSecret", cSettings: [.unsafeFlags(secretHeaders, .when(platforms: [.linux]))]),
    .target(
      name: "CCipherVFS", dependencies: ["CSQLite", "CSodium"],
      linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("sodium")]),

    .target(name: "SottoCore", swiftSettings: checked),
    .target(name: "SottoTokens", swiftSettings: checked),
    .target(name: "SottoSearch", swiftSettings: checked),
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
      name: "SottoSealing", dependencies: ["SottoCore", "CSodium"], swiftSettings: wrapsC),
    .target(
      name: "SottoStore",
      dependencies: [
        "SottoCore", "SottoSearch", "SottoSealing", "CSQLite", "CSodium", "CCipherVFS",
      ],
      swiftSettings: wrapsC),
    .target(
      name: "SottoSecrets",
      dependencies: [
        "SottoCore", "SottoSealing",
        .target(name: "CLibSecret", condition: .when(platforms: [.linux])),
      ], swiftSettings: wrapsC),
    .target(name: "SottoLocal", dependencies: ["SottoCore"], swiftSettings: checked),
    .target(
      name: "SottoExchange", dependencies: ["SottoCore", "SottoMarkdown", "CArchive"],
      swiftSettings: wrapsC),
    .target(name: "SottoMarkdown", dependencies: ["CCmarkGFM"], swiftSettings: wrapsC),
    .target(name: "SottoHTTP", dependencies: ["CMicroHTTPD"], swiftSettings: wrapsC),
    .target(
      name: "SottoWeb",
      dependencies: [
        "SottoCore", "SottoEngine", "SottoMarkdown", "SottoHTTP", "SottoExchange", "CWebAssets",
        "CZlib",
      ],
      exclude: ["Public"], swiftSettings: wrapsC),
    .executableTarget(
      name: "sotto",
      dependencies: [
        "SottoCore", "SottoProviders", "SottoEngine", "SottoCurl", "SottoStore",
        "SottoSecrets", "SottoSealing", "SottoLocal", "SottoMarkdown", "SottoHTTP", "SottoTokens",
        "SottoWeb", "SottoExchange",
      ],
      swiftSettings: checked),

    .executableTarget(
      name: "decodespeed", dependencies: ["SottoCore", "SottoProviders"],
      path: "Benchmarks/decodespeed", swiftSettings: checked),
    // A disk that fails on demand, below SQLite; only tests depend on it.
    .target(name: "CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
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
      name: "SottoStoreTests",
      dependencies: [
        "SottoStore", "SottoSealing", "SottoCore", "SottoTestSupport", "CFaultVFS",
      ],
      swiftSettings: checked),
    .testTarget(
      name: "SottoSealingTests", dependencies: ["SottoSealing", "SottoCore"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoSecretsTests",
      dependencies: ["SottoSecrets", "SottoSealing", "SottoCore", "SottoTestSupport"],
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
      name: "SottoExchangeTests",
      dependencies: [
        "SottoExchange", "SottoMarkdown", "SottoStore", "SottoCore", "SottoTestSupport",
      ], swiftSettings: checked),
    .testTarget(
      name: "SottoTokensTests", dependencies: ["SottoTokens", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(name: "SottoSearchTests", dependencies: ["SottoSearch"], swiftSettings: checked),
    .testTarget(
      name: "SottoMarkdownTests", dependencies: ["SottoMarkdown"], swiftSettings: checked),
    .testTarget(
      name: "SottoHTTPTests", dependencies: ["SottoHTTP", "SottoTestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "SottoWebTests",
      dependencies: [
        "SottoWeb", "SottoHTTP", "SottoMarkdown", "SottoEngine", "SottoProviders",
        "SottoCurl", "SottoStore", "SottoSecrets", "SottoSealing", "SottoExchange", "SottoLocal",
        "SottoCore", "SottoTestSupport",
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
