import Foundation
import Testing

/// The pictures in the README, which `make screenshots` makes.
@Suite struct PictureTests {
  @Test func `the README shows each picture that is kept and no other, with words, and loads fast`() throws {
    let shown = try #require(SourceTree.text("README.md")).matches(of: /!\[([^\]]*)\]\(([^)]+)\)/)
    let folder = ".github/pictures"
    let kept = SourceTree.names(in: folder).map { "\(folder)/\($0)" }
    #expect(shown.map { String($0.2) }.sorted() == kept)
    #expect(!kept.isEmpty)
    for picture in shown { #expect(picture.1.count > 30, "\(picture.2)") }
    let sizes = kept.map { (try? Data(contentsOf: SourceTree.root.appending(path: $0)).count) ?? 0 }
    #expect(sizes.allSatisfy { $0 > 0 } && sizes.reduce(0, +) < 350_000, "\(zip(kept, sizes))")
  }
}
