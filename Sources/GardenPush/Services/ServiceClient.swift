internal import AsyncHTTPClient
internal import HostSystem
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
package import PushChannels

/// `TCP_USER_TIMEOUT`. Source: tcp(7).
private let tcpUserTimeout: CInt = 18

/// Speaks HTTP with the services. It follows no redirects, unpacks nothing, and keeps at most a megabyte of an answer.
package final class ServiceClient: Sendable {
  private let client: HTTPClient
  private static let answerBytesMax = 1 << 20
  /// A line of a topic that is listened to.
  private static let lineBytesMax = 16_384

  package init() {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      // A server that listens to nobody is noticed; ntfy says something every 45 s, a long poll ends after 50 s.
      timeout: .init(connect: .seconds(10), read: .seconds(100)))
    configuration.connectionPool.idleTimeout = .seconds(60)
    configuration.httpVersion = .http1Only
    client = HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
  }

  /// By HTTP/2 alone, over one connection that is kept.
  ///
  /// - Parameter authorities: file with certificates that are trusted beside the system's.
  package init(speakingHTTP2Trusting authorities: String?) {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(30)))
    configuration.connectionPool.idleTimeout = .hours(1)
    configuration.httpVersion = .automatic
    configuration.tlsConfiguration = authorities.map(TLSConfiguration.trusting)
    // A connection that a router has forgotten ends, instead of swallowing what follows.
    configuration.http2ConnectionDebugInitializer = { channel in
      channel.setOption(.tcpOption(.init(rawValue: tcpUserTimeout)), value: 15_000)
    }
    client = HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
  }

  deinit { try? client.syncShutdown() }

  /// What a service answered.
  package struct Answer: Sendable {
    package var status: Int
    package var body: [UInt8]
    package var retryAfter: Int64?
    var isHTTP2 = false
  }

  /// Nothing came back. Its words name no address: that may be a secret.
  package enum Silence: Error, Sendable, CustomStringConvertible {
    /// Nothing was sent.
    case unreachable
    /// It may have arrived.
    case lost

    package var description: String {
      switch self {
      case .unreachable: "the service cannot be reached"
      case .lost: "the connection to the service broke"
      }
    }
  }

  /// - Parameters:
  ///   - needsBody: whether a yes says more than that it is one: else how it goes on is not waited for.
  ///   - trust: in place of the client's own.
  func answer(
    _ request: ChannelRequest, at address: String, bearer: String?, within seconds: Int64 = 30,
    needsBody: Bool = true, trust: TLSConfiguration? = nil
  ) async throws(Silence) -> Answer {
    do {
      var message = Self.message(request, address, bearer)
      message.tlsConfiguration = trust
      let response = try await client.execute(message, timeout: .seconds(seconds))
      var answer = Answer(
        status: Int(response.status.code), body: [], retryAfter: Self.retryAfter(response),
        isHTTP2: response.version == .http2)
      if !(200..<300).contains(answer.status) {
        // A no is one, however its reason trickles.
        answer.body = (try? await Self.body(of: response, within: seconds)) ?? []
      } else if needsBody {
        answer.body = try await Self.body(of: response, within: seconds)
      }
      return answer
    } catch {
      throw Self.isBeforeSending(error) ? .unreachable : .lost
    }
  }

  /// A body that trickles ends as well.
  private static func body(of response: HTTPClientResponse, within seconds: Int64) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask {
        try await Array(response.body.collect(upTo: answerBytesMax).readableBytesView)
      }
      group.addTask {
        try await HostClock.wait(for: .seconds(seconds))
        throw Silence.lost
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  private static func retryAfter(_ response: HTTPClientResponse) -> Int64? {
    response.headers.first(name: "retry-after").flatMap { Int64($0) }.map(Backoff.clamped)
  }

  /// Lines as they come, until the connection ends or one is not taken. The answer has no body.
  ///
  /// - Parameter take: whether the line is over with; where it is not, those after it must not be read.
  package func lines(
    _ request: ChannelRequest, at address: String, bearer: String?, take: ([UInt8]) async -> Bool
  ) async throws(Silence) -> Answer {
    do {
      let response = try await client.execute(Self.message(request, address, bearer), timeout: .hours(12))
      let answer = Answer(
        status: Int(response.status.code), body: [], retryAfter: Self.retryAfter(response))
      guard response.status == .ok else { return answer }
      var line: [UInt8] = []
      for try await part in response.body {
        for byte in part.readableBytesView {
          if byte != UInt8(ascii: "\n") {
            if line.count < Self.lineBytesMax { line.append(byte) }
            continue
          }
          guard await take(line) else { return answer }
          line = []
        }
      }
      return answer
    } catch {
      throw Self.isBeforeSending(error) ? .unreachable : .lost
    }
  }

  package func close() async { try? await client.shutdown() }

  private static func message(_ request: ChannelRequest, _ address: String, _ bearer: String?)
    -> HTTPClientRequest
  {
    var message = HTTPClientRequest(url: address + request.path)
    message.method = HTTPMethod(rawValue: request.verb.rawValue)
    message.headers.add(name: "user-agent", value: "loam-push")
    for (name, value) in request.headers { message.headers.add(name: name, value: value) }
    if let bearer { message.headers.add(name: "authorization", value: "Bearer \(bearer)") }
    if !request.body.isEmpty {
      if request.headers.isEmpty { message.headers.add(name: "content-type", value: "application/json") }
      message.body = .bytes(request.body)
    }
    return message
  }

  private static func isBeforeSending(_ error: any Error) -> Bool {
    if error is NIOConnectionError { return true }
    if case .handshakeFailed? = error as? NIOSSLError { return true }
    guard let error = error as? HTTPClientError else { return false }
    return error == .connectTimeout || error == .getConnectionFromPoolTimeout || error == .invalidURL
      || error == .tlsHandshakeTimeout
  }
}

extension TLSConfiguration {
  /// - Parameter authorities: file with certificates that are trusted beside the system's.
  static func trusting(_ authorities: String) -> TLSConfiguration {
    var configuration = makeClientConfiguration()
    configuration.additionalTrustRoots = [.file(authorities)]
    return configuration
  }
}
