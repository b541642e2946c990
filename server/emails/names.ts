// Names that somebody chose, as they may stand in emails to people who have not agreed to hear from them (R117).

const longest = 80
const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** What mail programs make a link of: an address with or without its scheme, or an email address. */
const linked = /:\/\/|^www\.|@|[^\s\p{P}][.。｡][\p{L}\p{M}]{2,}/iu

const isLinked = (word: string) => linked.test(word.replace(unseen, '').normalize('NFKC'))

/** The name on one line, cut, and without the words that would become links. */
export function unlinked(name: string): string {
  const words = name.split(/\s+/).map((word) => (isLinked(word) ? '…' : word))
  const text = words.join(' ').trim()
  return text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text
}

/** Text of several lines, likewise: none of its words becomes a link. */
export const unlinkedText = (text: string) => text.replace(/\S+/g, (word) => (isLinked(word) ? '…' : word))

interface Named {
  readonly name: string
  readonly location?: string
  readonly organizerName?: string
}
/** The same thing with what somebody typed made safe for a stranger: its name, its place, who invites. */
export const withUnlinkedName = <T extends Named>(named: T): T => ({
  ...named,
  name: unlinked(named.name),
  ...(named.location && { location: unlinked(named.location) }),
  ...(named.organizerName && { organizerName: unlinked(named.organizerName) }),
})
