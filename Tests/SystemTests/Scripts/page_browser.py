"""Pages in a real Chromium, and what is wrong with how they look."""

import json
import pathlib
import re

from page_checks import LIMIT

# A name that no browser takes for this very machine: a page from there is not safe without encryption.
PLAIN_HOST = "garden.test"

# Every element that can be used, and every one that shows text: outside the screen, cut, covered or too small.
LAYOUT = r"""
(isTouch) => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) wrong.push(`the page is ${root.scrollWidth} wide, the screen ${root.clientWidth}`);
  const name = (e) => `${e.tagName.toLowerCase()}.${e.getAttribute('class') ?? ''} "${(e.textContent ?? '').trim().slice(0, 40)}"`;
  const isShown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
  const dialog = document.querySelector('dialog[open]');
  for (const e of (dialog ?? document.body).querySelectorAll('*')) {
    if (!isShown(e) || e.closest('.unseen, .skip, svg, .table-scroll, option, .ribbon')) continue;
    const box = e.getBoundingClientRect();
    if (box.right > root.clientWidth + 1 || box.left < -1) wrong.push(`${name(e)} stands out of the screen (${Math.round(box.left)}…${Math.round(box.right)})`);
    const hasText = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '');
    const isInline = getComputedStyle(e).display === 'inline';
    if ((hasText || e.matches('.state-tag')) && !isInline && e.scrollWidth > e.clientWidth + 1) wrong.push(`${name(e)} is cut: ${e.scrollWidth} > ${e.clientWidth}`);
    if (hasText && !isInline && e.scrollHeight > e.clientHeight + 6 && getComputedStyle(e).overflowY !== 'visible') wrong.push(`${name(e)} is cut below`);
    if (isTouch && e.matches('button, select, .bar-item, .link-pill, summary, input:not([type=checkbox]):not([type=radio]), .choice') && (box.width < 43.5 || box.height < 43.5)) {
      wrong.push(`${name(e)} is ${Math.round(box.width)} × ${Math.round(box.height)}, too small for a finger`);
    }
  }
  const texts = [...(dialog ?? document.querySelector('main')).querySelectorAll('h1, h2, h3, p, dd, dt, label, button, output, li > span, .state-tag')]
    .filter((e) => isShown(e) && !e.closest('.actions, .table-scroll') && e.textContent.trim() !== '' && (e.children.length === 0 || e.matches('.button, .state-tag, .figure')));
  for (let i = 0; i < texts.length; i++) {
    for (let j = i + 1; j < texts.length; j++) {
      const a = texts[i].getBoundingClientRect(), b = texts[j].getBoundingClientRect();
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (w > 2 && h > 3) wrong.push(`${name(texts[i])} and ${name(texts[j])} overlap`);
    }
  }
  return wrong;
}
"""
WATCH = """
globalThis.violations = [];
document.addEventListener('securitypolicyviolation', (e) => violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`));
"""


class Browser:
    """Collects from every page what none may have: console errors, exceptions, breaches of the policy."""

    def __init__(self, playwright, axe):
        self.chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1"]
        )
        self.axe, self.complaints, self.pages = axe, [], []

    def open(
        self,
        address,
        device="anna-phone",
        password=None,
        width=390,
        height=844,
        theme="light",
        locale="en-GB",
        keep=None,
        path="#/",
        touch=False,
        motion="no-preference",
        expected=(),
        context=None,
    ):
        context = context or self.chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            locale=locale,
            has_touch=touch,
            reduced_motion=motion,
            device_scale_factor=2 if width < 700 else 1,
            accept_downloads=True,
        )
        page = context.new_page()
        page.set_default_timeout(LIMIT * 1000)
        page.add_init_script(WATCH)
        if device:
            account = json.dumps({"device": device, **({"password": password} if password else {})})
            page.add_init_script(
                f"if (location.protocol !== 'about:' && !sessionStorage.getItem('loam.account')) sessionStorage.setItem('loam.account', {json.dumps(account)})"
            )
        for key, value in (keep or {}).items():
            page.add_init_script(f"if (location.protocol !== 'about:') localStorage.setItem('loam.{key}', {json.dumps(value)})")
        page.on("console", lambda m: self._console(m, expected))
        page.on("pageerror", lambda e: self.complaints.append(f"exception: {e}"))
        page.goto(address + path)
        self.pages.append(page)
        return page

    def _console(self, message, expected):
        if message.type in ("error", "warning") and not any(re.search(one, message.text) for one in expected):
            self.complaints.append(f"{message.type}: {message.text}")

    def close(self, page):
        """Looks for breaches of the policy before the page is gone."""
        self.complaints += [f"policy: {one}" for one in page.evaluate("globalThis.violations ?? []")]
        self.pages.remove(page)
        page.context.close()

    def rules(self, page):
        """Accessibility rules that the page breaks (axe-core, WCAG 2.2 A and AA and its best practices)."""
        # Through the debugger: the page's own policy forbids foreign scripts, and rightly.
        if not page.evaluate("typeof axe !== 'undefined'"):
            page.evaluate(self.axe)
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        return [
            f"{one['id']}: {node['html'][:140]} {node['any'][0]['message'][:160] if node['any'] else ''}"
            for one in found["violations"]
            for node in one["nodes"]
        ]

    def layout(self, page, touch=False):
        return page.evaluate(LAYOUT, touch)


def axe_source():
    import axe_playwright_python

    return (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
