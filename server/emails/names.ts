// Names that somebody chose, as they may stand in emails to people who have not agreed to hear from them (R117).

const longest = 80
const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** What mail programs make a link of: an address with or without its scheme, or an email address. */
const linked = /:\/\/|^www\.|@|[\p{L}\p{N}][.。｡]\p{L}{2,}/iu

/** The name on one line, cut, and without the words that would become links. */
export function unlinked(name: string): string {
  const words = name.split(/\s+/).map((word) => (linked.test(word.replace(unseen, '').normalize('NFKC')) ? '…' : word))
  const text = words.join(' ').trim()
  return text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text
}

/** What has that name, as it may be named to a stranger. */
export const withUnlinkedName = <T extends { readonly name: string }>(named: T): T => ({ ...named, name: unlinked(named.name) })
