public import SottoCore

extension KnownProvider {
  /// Every provider of the catalogue, as the rest of the program knows them.
  public static let all: [KnownProvider] = ProviderPreset.all.map(\.known)
}

extension ProviderPreset {
  var known: KnownProvider {
    KnownProvider(
      name: name, title: title, kind: kind, baseURL: baseURL, keyVariable: keyVariable,
      baseURLVariable: baseURLVariable, defaultModel: defaultModel)
  }
}
