internal import HTTPTypes
internal import HummingbirdCore
internal import HummingbirdTLS
package import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

/// HTTP/1.1 for a site: sockets, bounds and bytes; what is answered is the site's.
package final class WebServer: Sendable {
  private let group: ServiceGroup

  /// Seconds without a request before a connection is closed.
  static let idleTime: TimeAmount = .seconds(30)

  /// - Parameters:
  ///   - address: host and port to listen at.
  ///   - isEssential: `false`: a host that this machine has not (no IPv6) is let go.
  package init(
    addresses: [(host: String, isEssential: Bool)], port: Int, tls: (certificate: String, key: String)?,
    connections: ConnectionCount, log: Logger,
    onListening: @escaping @Sendable (_ host: String) -> Void,
    answer: @escaping @Sendable (WebRequest) async -> WebAnswer
  ) throws(WebFailure) {
    let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var quiet = log
    quiet.logLevel = max(log.logLevel, .warning)
    do {
      let builder = try Self.builder(tls, connections, quiet)
      let services: [ServiceGroupConfiguration.ServiceConfiguration] = try addresses.map {
        host, isEssential in
        let server = try builder.buildServer(
          configuration: ServerConfiguration(
            address: .hostname(host, port: port), serverName: nil, backlog: 64,
            availableConnectionsDelegate: .maximum(connections.max * 2, logger: quiet)),
          eventLoopGroup: loops, logger: quiet,
          responder: { request, writer, channel in
            let asked = WebRequest(request, channel)
            try await Self.write(await answer(asked), asked, writer)
          },
          onServerRunning: { _ in onListening(host) })
        return .init(
          service: Listening(host: host, server: server, isEssential: isEssential),
          failureTerminationBehavior: .cancelGroup)
      }
      var configuration = ServiceGroupConfiguration(services: services, logger: quiet)
      configuration.maximumGracefulShutdownDuration = .milliseconds(700)
      configuration.maximumCancellationDuration = .milliseconds(700)
      group = ServiceGroup(configuration: configuration)
    } catch {
      throw WebFailure("\(error)")
    }
  }

  /// Serves until ``stop()``.
  ///
  /// - Returns: why it could not; `nil`: it was stopped.
  @concurrent package func run() async -> String? {
    do {
      try await group.run()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Lets the requests that are under way end, for less than a second.
  @concurrent package func stop() async { await group.triggerGracefulShutdown() }

  private static func builder(
    _ tls: (certificate: String, key: String)?, _ connections: ConnectionCount, _ log: Logger
  ) throws -> HTTPServerBuilder {
    let http = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [ConnectionGuard(connections)], idleTimeout: idleTime,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100)))
    guard let tls else { return http }
    let certificate = try ServedCertificate(tls) { log.warning("\($0)") }
    return try .tls(http, tlsConfiguration: certificate.configuration)
  }

  @concurrent private static func write(
    _ answer: WebAnswer, _ request: WebRequest, _ writer: consuming ResponseWriter
  ) async throws {
    var fields = HTTPFields()
    for header in answer.headers {
      guard let name = HTTPField.Name(header.name) else { continue }
      fields.append(HTTPField(name: name, value: header.value))
    }
    if answer.status != 304 { fields[.contentLength] = String(answer.body.count) }
    if answer.endsConnection { fields[.connection] = "close" }
    let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
    if request.method == "HEAD" || answer.body.isEmpty {
      try await writer.writeResponse(head)
    } else {
      try await writer.write(response: head, body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
  }
}

/// One address.
private struct Listening: Service {
  let host: String
  let server: any Service
  let isEssential: Bool

  func run() async throws {
    do {
      try await server.run()
    } catch {
      if isEssential { throw error }
      try await gracefulShutdown()
    }
  }
}

extension WebRequest {
  fileprivate init(_ request: Request, _ channel: any Channel) {
    let fields = request.head.headerFields
    let length = fields[.contentLength]
    self.init(
      method: request.head.method.rawValue, target: request.head.path ?? "",
      host: request.head.authority, authorization: fields[.authorization],
      acceptEncoding: fields[.acceptEncoding], ifNoneMatch: fields[.ifNoneMatch],
      hasBody: fields[.transferEncoding] != nil || (length != nil && length != "0"),
      // The first has become the authority.
      hasSecondHost: fields.contains { $0.name.canonicalName == "host" },
      client: channel.remoteAddress?.ipAddress ?? "")
  }
}
