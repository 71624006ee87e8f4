import SottoCore
import Testing

@Suite struct NetworkPlaceTests {
  private static let places: [(url: String, host: String, port: Int)] = [
    ("https://api.example.com/v1", "api.example.com", 443),
    ("HTTPS://API.Example.com", "api.example.com", 443),
    ("http://box:8080/v1?x=1#y", "box", 8080),
    ("http://[::1]:11434/v1", "[::1]", 11434),
    ("http://[FE80::1]", "[fe80::1]", 80),
    ("http://host:/v1", "host", 80),
    ("https://例子.测试/v1", "例子.测试", 443),
  ]

  @Test(arguments: places)
  func `reads scheme, host and port`(url: String, host: String, port: Int) throws {
    let place = try #require(NetworkPlace(url: url))
    #expect(place.host == host)
    #expect(place.port == port)
  }

  @Test(arguments: [
    "", "ftp://host/", "//host", "https://", "https:///v1", "https://user@host/", "https://a\\@b/",
    "https://a%2eb/", "https://a b/", "https://host:99999/", "https://host:x/", "https://[::1",
    "https://[::1]x/", "https://:80/",
  ])
  func `takes nothing that others may read in another way`(url: String) {
    #expect(NetworkPlace(url: url) == nil)
  }

  private static let loopbacks: [(host: String, isLoopback: Bool)] = [
    ("localhost", true), ("model.localhost", true), ("127.0.0.1", true), ("127.9.8.7", true),
    ("[::1]", true), ("127.0.0.1.example.com", false), ("127.0.0", false), ("127.0.0.256", false),
    ("localhost.example.com", false), ("[::2]", false), ("0.0.0.0", false), ("10.0.0.1", false),
  ]

  @Test(arguments: loopbacks)
  func `knows this machine`(host: String, isLoopback: Bool) throws {
    #expect(try #require(NetworkPlace(url: "http://\(host)/")).isLoopback == isLoopback)
  }
}
