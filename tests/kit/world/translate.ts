// What a browser's translation does to a page: each text that is seen is taken out and put back inside two elements of its own.

/** Runs in a page as well: it uses nothing from around it. Returns how many texts there were. */
export function translate(within: Element): number {
  const { document, NodeFilter } = within.ownerDocument.defaultView ?? window
  const skipped = ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'INPUT']
  const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walk.nextNode()) {
    const text = walk.currentNode as Text
    if (text.data.trim() && !skipped.includes(text.parentElement?.tagName ?? '')) texts.push(text)
  }
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  return texts.length
}
