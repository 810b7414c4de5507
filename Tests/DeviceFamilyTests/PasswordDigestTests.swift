import DeviceFamilies
import GardenCore
import MQTTTypes
import Testing

/// What a controller is told with each command, from the command itself: nothing else shows it.
@Suite struct PasswordDigestTests {
  private func told(_ password: String) throws -> String {
    var binding = ActuatorBinding(
      actuator: ActuatorIndex(0), family: .opensprinkler, topic: "os", isValve: true, part: "0")
    binding.commandTopic = "os/commands"
    binding.password = PasswordDigest(of: password)
    let publication = try #require(try Families.makeDriver(binding).publications(for: .close).first)
    return String(decoding: publication.payload, as: UTF8.self)
  }

  /// RFC 1321, A.5, and the lengths around a block's end.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
    (String(repeating: "a", count: 55), "ef1772b6dff9a122358552954ad0df65"),
    (String(repeating: "a", count: 56), "3b0c8ac703f828b04c6c197006d17218"),
    (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
  ])
  func `the digest is that of the standard`(_ password: String, _ digest: String) throws {
    #expect(try told(password) == "cm?pw=\(digest)&sid=0&en=0")
  }

  @Test func `no description or dump shows the digest`() {
    let digest = PasswordDigest(of: "opendoor")
    var binding = ActuatorBinding(
      actuator: ActuatorIndex(0), family: .opensprinkler, topic: "os", isValve: true)
    binding.password = digest
    var dumped = ""
    dump(binding, to: &dumped)
    for text in ["\(digest)", String(reflecting: digest), "\(binding)", String(reflecting: binding), dumped] {
      #expect(!text.contains("a6d82bced638de3def1e9bbb4983225c"))
    }
    #expect(dumped.contains("secret"))
  }
}
