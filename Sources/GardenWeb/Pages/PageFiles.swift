internal import Synchronization

/// The files of a page, in the folder as it is: it may be built anew meanwhile.
final class PageFiles: Sendable {
  private let state: Mutex<(folder: PageFolder, lookedAt: Int64)>

  init(in path: String) { state = Mutex((PageFolder(path: path), 0)) }

  func move(to path: String) {
    state.withLock { state in
      if path != state.folder.path { state.folder = PageFolder(path: path) }
    }
  }

  /// - Parameter uptime: milliseconds.
  func answer(_ request: WebRequest, at uptime: Int64) throws(WebError) -> WebAnswer {
    let folder = state.withLock { $0.folder }
    if let answer = folder.file(request.path)?.answer(request) { return answer }
    let fresh: PageFolder? = state.withLock { state in
      guard uptime - state.lookedAt >= 1000 else { return nil }
      state.lookedAt = uptime
      state.folder = PageFolder(path: state.folder.path)
      return state.folder
    }
    guard let answer = fresh?.file(request.path)?.answer(request) else { throw .nothingHere }
    return answer
  }
}
