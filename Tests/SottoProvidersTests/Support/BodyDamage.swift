/// Changes one thing in a body, as broken servers, proxies and connections do.
func damage(_ body: inout [UInt8], using generator: inout SeededGenerator) {
  guard !body.isEmpty else { return }
  let place = Int.random(in: 0..<body.count, using: &generator)
  let end = min(body.count, place + Int.random(in: 1...40, using: &generator))
  switch Int.random(in: 0..<6, using: &generator) {
  case 0: body[place] = UInt8.random(in: 0...255, using: &generator)
  case 1: body.removeSubrange(place..<end)
  case 2: body.insert(contentsOf: body[place..<end], at: place)
  case 3: body.removeSubrange(place...)
  case 4:
    let odd: [UInt8] = [0x00, 0x0A, 0x0D, 0x22, 0x5B, 0x5C, 0x7B, 0x7D, 0xC0, 0xED, 0xF0, 0xFF]
    body.insert(odd.randomElement(using: &generator) ?? 0, at: place)
  default: body.swapAt(place, body.count - 1 - place)
  }
}
