import SottoCore
import SottoLocal
import SottoTestSupport
import Testing

/// The real model, when `./run` or `./test` has installed it for this checkout.
@Suite struct RealModelTests {
  @Test func `loads, checks the key and answers`() async throws {
    guard let installation = try? LocalModelInstallation.find() else {
      print("left out: the local model is not installed in this checkout")
      return
    }
    let folder = try TestFolder()
    let server = LocalModelServer(installation: installation, folder: folder.path, log: NoLog())
    let endpoint = try await server.endpoint()
    let port = try #require(endpoint.baseURL.dropLast(3).split(separator: ":").last)
    let number = try #require(UInt16(port))
    let probe = HTTPProbe(for: .localModel, log: NoLog())
    let models = try await probe.get(
      "/v1/models", port: number, key: endpoint.apiKey, within: .seconds(60))
    #expect(models.status == 200)
    #expect(String(decoding: models.body, as: UTF8.self).contains(endpoint.modelName))
    let refused = try await probe.get(
      "/v1/models", port: number, key: "wrong", within: .seconds(60))
    #expect(refused.status == 401)
    await server.stop()
    #expect(await server.pid == nil)
  }
}
