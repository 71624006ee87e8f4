import FoundationEssentials
@main
struct Sotto {
  static func main() async { 
    let d = try? JSONEncoder().encode(["a": UUID().uuidString])
    print("sotto", d?.count ?? 0) }
}
