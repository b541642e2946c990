// R237: a link opens also with what a sentence, a bracket or a mail program has put behind it.

/** Whatever our links end in: an id, a token, a word, a value that is empty, a folder. */
const ofLinks = /[\p{L}\p{N}_\-=/]/u
const mostBytes = 4

/** Where the last sign begins, escaped as addresses are or not, and what it is. */
function lastOf(text: string): { at: number; sign: string } {
  for (let count = 1; count <= mostBytes; count++) {
    const at = text.length - 3 * count
    if (at < 0 || text[at] !== '%') break
    try {
      return { at, sign: decodeURIComponent(text.slice(at)) }
    } catch {
      // One byte more, then.
    }
  }
  const [sign = ''] = /.$/su.exec(text) ?? []
  return { at: text.length - sign.length, sign }
}

/** The link, or its token, without the marks behind it. */
export function unmarked(link: string): string {
  let end = link.length
  while (end > 0) {
    const { at, sign } = lastOf(link.slice(Math.max(0, end - 3 * mostBytes), end))
    if (ofLinks.test(sign)) break
    end -= Math.min(end, 3 * mostBytes) - at
  }
  return link.slice(0, end)
}
