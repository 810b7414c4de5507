internal import NIOCore
internal import NIOHTTP1

/// A request may name its server in the request line as well (`GET http://name/path`): that name counts, whatever the `Host` header
/// says. Source: RFC 9112 §3.2.2. The types behind this place would drop it.
final class TargetForm: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/"),
      let mark = head.uri.firstRange(of: "://"), head.headers["Host"].count < 2
    else { return context.fireChannelRead(data) }
    let rest = head.uri[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    head.headers.replaceOrAdd(name: "Host", value: String(rest[..<end]))
    head.uri = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
