import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addFileRoutes(to router: inout Router) {
    let files = parts.files
    let intake = parts.intake

    // The body is the file itself, its type in the header, its name in the query.
    router.add(.post, "/api/v1/files") { request in
      let type = (request.headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
      let taken = try await intake.add(
        request.body, name: request.query["name"] ?? "",
        mediaType: type.filter { !$0.isWhitespace })
      var answer = taken.file.json.object ?? JSONObject()
      answer["document"] = taken.document?.json
      return .json(.object(answer), status: 201)
    }

    router.add(.get, "/api/v1/files/{digest}") { request in
      let digest = request.parameters["digest"] ?? ""
      guard let file = try await files.fileReference(digest) else {
        throw SottoError(.fileNotFound, "there is no file \(digest)")
      }
      return .file(try await files.file(digest), mediaType: file.mediaType)
    }
  }
}

extension ServerResponse {
  /// A person's file. Only pictures are shown in place; nothing in a file may run as a page of ours.
  fileprivate static func file(_ bytes: [UInt8], mediaType: String) -> ServerResponse {
    let isShown = ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(mediaType)
    var response = ServerResponse(
      contentType: isShown ? mediaType : "application/octet-stream", body: .bytes(bytes))
    response.headers += [
      HeaderField("X-Content-Type-Options", "nosniff"),
      HeaderField("Content-Disposition", isShown ? "inline" : "attachment"),
      HeaderField("Cache-Control", "private, max-age=31536000, immutable"),
    ]
    return response
  }
}
