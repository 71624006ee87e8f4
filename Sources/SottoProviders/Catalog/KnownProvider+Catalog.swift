public import SottoCore

extension KnownProvider {
  /// Every provider of the catalogue, as the rest of the program knows them.
  public static let all: [KnownProvider] = ProviderPreset.all.map(\.known)
}
