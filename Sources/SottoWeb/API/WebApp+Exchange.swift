import SottoCore
import SottoExchange
import SottoHTTP

extension WebApp {
  /// A file of any program's whole history fits.
  private static let largestUpload = 16 << 30

  func addExchangeRoutes(to router: inout Router) {
    let store = parts.store
    let imports = parts.imports
    let exporter = parts.exporter
    let policy = BodyFile.Policy(folder: parts.uploads, maximumSize: Self.largestUpload)

    // The body is the file itself, its name in the query.
    router.addUpload(.post, "/api/v1/imports", policy) { request in
      guard let file = request.bodyFile else { throw BadRequest.noFile }
      var wanted = Importer.Request(path: file.path, name: request.query["name"] ?? "file")
      if let word = request.query["format"] {
        wanted.format = ImportFormat(rawValue: word)
        if wanted.format == nil {
          let known = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
          throw BadRequest.field("format", "one of \(known)")
        }
      }
      if let text = request.query["project"] {
        guard let id = ProjectID(text) else { throw BadRequest.field("project", "a project's id") }
        wanted.project = try await store.project(id).id
      }
      return .json(await imports.start(wanted, keeping: file).json, status: 202)
    }

    router.add(.get, "/api/v1/imports/{id}") { request in
      guard let job = await imports.job(try request.importID()) else { throw Self.noImport }
      return .json(job.json)
    }

    router.add(.delete, "/api/v1/imports/{id}") { request in
      guard let job = await imports.cancel(try request.importID()) else { throw Self.noImport }
      return .json(job.json)
    }

    router.add(.get, "/api/v1/export") { request in
      let plan = try await exporter.plan(request.exportScope())
      let format = try request.exportFormat()
      var response = ServerResponse(
        contentType: format.mediaType,
        body: .stream { writer in
          try await exporter.write(plan, as: format) { try await writer.write($0) }
        })
      let name = "\(plan.name).\(format.fileExtension)"
      response.headers += [
        HeaderField("Content-Disposition", "attachment; filename*=UTF-8''\(name.percentEncoded)"),
        HeaderField("X-Content-Type-Options", "nosniff"), HeaderField("Cache-Control", "no-store"),
      ]
      return response
    }
  }

  private static let noImport = SottoError(
    .importNotFound, "there is no such import",
    hint: "imports are remembered until the server ends, the last fifty of them")
}

extension ServerRequest {
  fileprivate func importID() throws -> Identifier<Imports.Job> {
    try identifier(missing: .importNotFound, "there is no such import")
  }

  fileprivate func exportScope() throws -> ExportScope {
    if let text = query["conversation"] {
      guard let id = ConversationID(text) else {
        throw BadRequest.field("conversation", "a conversation's id")
      }
      return .conversation(id)
    }
    guard let text = query["project"] else { return .all }
    guard let id = ProjectID(text) else { throw BadRequest.field("project", "a project's id") }
    return .project(id)
  }

  fileprivate func exportFormat() throws -> ExportFormat {
    guard let word = query["format"] else { return .zip }
    guard let format = ExportFormat(rawValue: word) else {
      let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw BadRequest.field("format", "one of \(known)")
    }
    return format
  }
}

extension BadRequest {
  fileprivate static let noFile = BadRequest(
    code: "invalid_input", message: "the body must be the file")
}

extension Imports.Job {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id.rawValue), "name": .string(name), "state": .string(state.rawValue),
      "started_at": .integer(startedAt.milliseconds), "fraction": .number(progress.fraction),
      "project_ids": .array(
        progress.projects.map(\.rawValue).sorted().map(JSONValue.string)),
      "balance": progress.balance.json,
    ]
    if let error {
      var reason: JSONObject = [
        "code": .string(error.code.rawValue), "message": .string(error.message),
      ]
      reason["hint"] = error.hint.map(JSONValue.string)
      object["error"] = .object(reason)
    }
    return .object(object)
  }
}

extension String {
  /// Every byte but letters and digits as `%XX` (RFC 8187 takes that).
  fileprivate var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      let character = Character(Unicode.Scalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || "-.".contains(character) {
        text.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
    return text
  }
}
