internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// One connection's bounds, beside the idle time that the server itself keeps: how many a client may have, how long one
/// request may take with its answer, and an end after what ends a connection.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  static let requestTime: TimeAmount = .seconds(20)

  private let connections: ConnectionCount
  private var seat: ConnectionCount.Seat?
  private var isReading = false
  private var endsConnection = false
  private var deadline: Scheduled<Void>?

  init(_ connections: ConnectionCount) { self.connections = connections }

  func handlerAdded(context: ChannelHandlerContext) {
    let address = context.remoteAddress?.ipAddress ?? ""
    let channel = context.channel
    seat = connections.open(from: address) { channel.close(promise: nil) }
    guard seat != nil else { return context.close(promise: nil) }
    do {
      let pipeline = context.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(TargetForm(), position: .before(codec))
    } catch {
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    if let seat { connections.close(seat) }
    seat = nil
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      isReading = true
      if let seat { connections.isAnswering(true, on: seat) }
      deadline?.cancel()
      let channel = context.channel
      let connections = connections
      deadline = context.eventLoop.scheduleTask(in: Self.requestTime) {
        connections.ranOutOfTime()
        channel.close(promise: nil)
      }
    case .body: break
    case .end: isReading = false
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.headerFields[.connection] == "close" { endsConnection = true }
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      // A body that nobody reads is not waited for.
      if endsConnection || isReading {
        let channel = context.channel
        context.writeAndFlush(data).whenComplete { _ in channel.close(promise: nil) }
        promise?.succeed()
        return
      }
      let written = context.eventLoop.makePromise(of: Void.self)
      let (deadline, connections, seat) = (deadline, connections, seat)
      written.futureResult.whenComplete { _ in
        deadline?.cancel()
        if let seat { connections.isAnswering(false, on: seat) }
      }
      if let promise { written.futureResult.cascade(to: promise) }
      context.write(data, promise: written)
    }
  }
}
