import TestKit
import Testing

/// Web Push, the whole way, by `web_push.py`: the real bridge, `loam-push`, `loam-web` and page, a real Firefox whose page is closed, and a
/// desktop that it shows notifications on.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(5))) struct WebPushTests {
  static let environment = PythonEnvironment(
    name: "python-web-push",
    packages: [
      "http-ece==1.2.1", "py-vapid==1.9.6", "websockets==17.4", "dbus-next==0.2.3", "paho-mqtt==2.1.0",
    ],
    modules: "http_ece, py_vapid, websockets, dbus_next, paho.mqtt.client")

  @Test(.enabled("its packages cannot be had from PyPI") { await environment.isAvailable() })
  func `a reminder is pushed to a browser whose page is closed, and its button answers`() async throws {
    let python = try await Self.environment.interpreter()
    try await Site.during(.open(because: "loam-push speaks for devices that no rule of ours names")) { site in
      let page = site.folder + "/page"
      let built = try await Program.run(PageTests.root + "/deploy/page.sh", [page])
      try #require(built.isSuccess, "\(built.output.suffix(2000))")
      let config = try site.config("web-push.yaml")
      let result = try await Program.run(
        python, [Program.scripts + "/web_push.py", Program.loam, config, site.folder, page])
      #expect(result.isSuccess, "\(result.output.suffix(6000))")
      print(result.output.split(separator: "\n").suffix(2).joined(separator: "\n"))
    }
  }
}
