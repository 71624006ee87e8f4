import SottoCore

/// What is known of models on one day: the catalogue that comes with the program, and the person's
/// own file over it.
struct ModelKnowledge: Sendable {
  /// Called only when a model is looked up: most commands need none.
  var builtIn: @Sendable () -> ModelCatalogue
  var own = ModelCatalogue()
  /// What is wrong with the person's file.
  var fileProblem: SottoError?
  /// Today, `YYYY-MM-DD`.
  var day: String

  /// Merges what is known of a model, member by member: the person's file, then what the provider's
  /// own list says, then the catalogue. `sellers` are the names under which entries speak of the
  /// provider, later ones over earlier ones.
  func info(for model: String, sellers: [String], listed: ModelInfo?) -> ModelInfo {
    let references = sellers.map { ModelReference(provider: $0, model: model) }
    let catalogue = builtIn()
    var info = listed ?? ModelInfo()
    for reference in references.reversed() {
      if let known = catalogue.info(for: reference, on: day) { info = info.completed(with: known) }
    }
    for reference in references {
      if let change = own.change(for: reference, on: day) { info.apply(change) }
    }
    return info
  }

  /// The models of a provider whose list cannot be read: the one that was chosen for it, then those
  /// that the person's file and the catalogue know.
  func standIns(for provider: Provider, sellers: [String]) -> [String] {
    var names = provider.defaultModel.map { [$0] } ?? []
    for seller in sellers {
      let known = own.models(of: seller, on: day) + builtIn().models(of: seller, on: day)
      for name in known where !names.contains(name) { names.append(name) }
    }
    return names
  }
}

/// Keeps what the person's own file says and reads it again when it has changed.
struct ModelKnowledgeSource {
  private let file: ModelsFile?
  private let clock: WallClock
  private var stamp: String?
  private var knowledge: ModelKnowledge

  init(builtIn: @escaping @Sendable () -> ModelCatalogue, file: ModelsFile?, clock: WallClock) {
    self.file = file
    self.clock = clock
    knowledge = ModelKnowledge(builtIn: builtIn, day: "")
  }

  /// What is known now.
  mutating func current() -> ModelKnowledge {
    knowledge.day = clock.now().day
    guard let file else { return knowledge }
    let stamp = file.stamp()
    if stamp != self.stamp {
      self.stamp = stamp
      knowledge.own = ModelCatalogue()
      knowledge.fileProblem = nil
      if stamp != nil { read(file) }
    }
    return knowledge
  }

  private mutating func read(_ file: ModelsFile) {
    do {
      knowledge.own = try ModelCatalogue(parsing: file.read())
    } catch let error as ModelCatalogueError {
      knowledge.fileProblem = SottoError(
        .invalidInput, "\(file.path) is not used: \(error)", hint: error.hint)
    } catch {
      knowledge.fileProblem = SottoError(
        .dataFolder, "\(file.path) cannot be read: \(error)",
        hint: "make it a file that you may read, or remove it")
    }
  }
}
