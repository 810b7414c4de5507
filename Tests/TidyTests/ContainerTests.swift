import Testing

/// What runs the image says the same of it: one user, and a health that is asked without the broker.
@Suite struct ContainerTests {
  private func text(_ path: String) throws -> String { try #require(SourceTree.text(path)) }

  @Test func `whoever runs the image asks the bridge itself how it does`() throws {
    let image = try text("deploy/container.sh")
    let manifest = try text("deploy/kubernetes.yaml")
    #expect(image.contains("--healthcheck 'CMD /usr/bin/loam health --config "))
    #expect(manifest.contains("exec: {command: [/usr/bin/loam, health, --config,"))
  }

  @Test func `files that are mounted are given to the image's user`() throws {
    let image = try text("deploy/container.sh")
    let user = try #require(image.firstMatch(of: #/--user (\d+):(\d+) /#))
    #expect(user.1 == user.2)
    #expect(image.contains("install -d -o \(user.1) -g \(user.1) -m 750 "))
    #expect(try text("deploy/compose.yaml").contains("chown -R \(user.1):\(user.1) loam"))
    #expect(try text("deploy/kubernetes.yaml").contains("runAsUser: \(user.1), "))
  }
}
