import SottoCore
import SottoStore
import Testing

struct ProjectTests {
  @Test func `begins with one active project of the given name`() async throws {
    let folder = try ScratchFolder()
    let store = try await SQLiteStore.open(folder: folder.path, defaultProjectName: "Standard")
    let projects = try await store.projects()
    #expect(projects.map(\.details.name) == ["Standard"])
    #expect(try await store.activeProjectID() == projects[0].id)
    await store.close()

    let again = try await SQLiteStore.open(folder: folder.path, defaultProjectName: "Other")
    #expect(try await again.projects() == projects)
  }

  @Test func `keeps every detail`() async throws {
    let test = try await TestStore()
    let details = ProjectDetails(
      name: "Poems", description: "d", systemPrompt: "Rhyme.\u{0}\n", model: testModel,
      fallbackModel: ModelReference(provider: "other", model: "a/b"),
      settings: GenerationSettings(
        temperature: 0.7, maxOutputTokens: 10_000_000, stopSequences: ["\"END\"", "\n\n", "完"],
        seed: .min, reasoningEffort: .extraHigh),
      answerCache: AnswerCachePolicy(lifetime: .milliseconds(90_500), maximumSize: 1),
      behaviours: ProjectBehaviours(
        copy: true, readAloud: false, quickReplies: true, replies: ["Go on", "\"继续\"", "🪶"]))
    let project = try await test.store.createProject(details)
    #expect(try await test.store.project(project.id) == project)
    #expect(project.details == details)

    let plain = try await test.store.updateProject(project.id) { details in
      details.model = nil
      details.fallbackModel = nil
      details.settings = GenerationSettings()
      details.answerCache = nil
      details.behaviours = ProjectBehaviours()
    }
    #expect(
      plain.details
        == ProjectDetails(name: "Poems", description: "d", systemPrompt: "Rhyme.\u{0}\n"))
    #expect(try await test.store.project(project.id) == plain)
  }

  @Test func `a setting that is damaged is not set, and hides nothing else`() async throws {
    let test = try await TestStore()
    _ = try await test.store.updateProject(test.project) { details in
      details.settings = GenerationSettings(temperature: 1, stopSequences: ["a"], seed: 5)
      details.answerCache = AnswerCachePolicy()
    }
    let caches = [
      "", "7", #"{"lifetime_seconds":1e300,"maximum_bytes":1}"#,
      #"{"lifetime_seconds":1,"maximum_bytes":1}"#, #"{"lifetime_seconds":600}"#,
    ]
    for cache in caches {
      try test.connection().execute(
        "UPDATE projects SET stop_sequences = '[1', fallback_model = '', answer_cache = ?",
        [.text(cache)])
      #expect(
        try await test.store.project(test.project).details
          == ProjectDetails(
            name: "Default", settings: GenerationSettings(temperature: 1, seed: 5)))
    }
  }

  @Test func `behaviours that are damaged are left to each browser`() async throws {
    let test = try await TestStore()
    for column in ["", "7", "{", #"{"copy":"yes"}"#, #"{"copy":true,"replies":[1]}"#] {
      try test.connection().execute("UPDATE projects SET behaviours = ?", [.text(column)])
      #expect(
        try await test.store.project(test.project).details.behaviours == ProjectBehaviours())
    }
    // One that a later version knows more of.
    try test.connection().execute(
      "UPDATE projects SET behaviours = ?", [.text(#"{"copy":false,"sing":true}"#)])
    #expect(
      try await test.store.project(test.project).details.behaviours
        == ProjectBehaviours(copy: false))
  }

  @Test func `lists by name whatever the case`() async throws {
    let test = try await TestStore()
    for name in ["zebra", "Apple", "banana"] {
      _ = try await test.store.createProject(ProjectDetails(name: name))
    }
    let names = try await test.store.projects().map(\.details.name)
    #expect(names == ["Apple", "banana", "Default", "zebra"])
  }

  @Test func `refuses details that are wrong and changes nothing`() async throws {
    let test = try await TestStore()
    #expect(
      try await code { _ = try await test.store.createProject(ProjectDetails(name: " ")) }
        == .invalidInput)
    #expect(
      try await code {
        _ = try await test.store.updateProject(test.project) { $0.settings.temperature = 3 }
      } == .invalidInput)
    let prompt = String(repeating: "x", count: 10_485_761)
    #expect(
      try await code {
        _ = try await test.store.updateProject(test.project) { $0.systemPrompt = prompt }
      } == .invalidInput)
    let long = String(repeating: "x", count: 1001)
    #expect(
      try await code {
        _ = try await test.store.updateProject(test.project) { $0.settings.stopSequences = [long] }
      } == .invalidInput)
    #expect(try await test.store.project(test.project).details == ProjectDetails(name: "Default"))
  }

  @Test func `keeps the last project`() async throws {
    let test = try await TestStore()
    #expect(
      try await code { _ = try await test.store.deleteProject(test.project) } == .lastProject)
    #expect(try await test.store.projects().count == 1)
  }

  @Test func `activates another when the active one is deleted`() async throws {
    let test = try await TestStore()
    let other = try await test.store.createProject(ProjectDetails(name: "Other"))
    _ = try await test.store.deleteProject(test.project)
    #expect(try await test.store.activeProjectID() == other.id)
    #expect(
      try await code { _ = try await test.store.activateProject(test.project) } == .projectNotFound)
    _ = try await test.store.restoreProject(test.project)
    #expect(try await test.store.activeProjectID() == other.id)
    _ = try await test.store.activateProject(test.project)
    #expect(try await test.store.activeProjectID() == test.project)
  }

  @Test func `hides a deleted project with its conversations until it is restored`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    _ = try await test.store.createProject(ProjectDetails(name: "Other"))
    let until = try await test.store.deleteProject(test.project)
    #expect(until == test.clock.clock.now() + .seconds(7 * 24 * 3600))
    #expect(
      try await code { _ = try await test.store.conversation(conversation) }
        == .conversationNotFound)
    #expect(
      try await code { _ = try await test.send("x", in: conversation) } == .conversationNotFound)

    _ = try await test.store.restoreProject(test.project)
    #expect(try await test.store.conversation(conversation).id == conversation)
  }

  @Test func `loses no change of two writers in a thousand rounds`() async throws {
    let test = try await TestStore()
    let second = try await test.another()
    let project = test.project
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [test.store, second] {
        group.addTask {
          for _ in 0..<500 {
            _ = try await store.updateProject(project) { $0.description += "x" }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await test.store.project(project).details.description.utf8.count == 1000)
  }
}
