// Names that somebody chose, as they may stand in emails to people who have not agreed to hear from them (R117).

const longest = 80
const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** What mail programs make a link of: an address with or without its scheme, by name or by number, an email address, or something to call. */
const addressed = /:\/\/|^www\.|@|(?:[^\s\p{P}]|[-_])[.。｡][\p{L}\p{M}]{2,}|\d{1,3}(?:[.。｡]\d{1,3}){3}/iu
const called =
  /(?:^|\P{L})(?:tel|telprompt|sms|smsto|mms|mailto|callto|sips?|skype|facetime|facetime-audio|geo|maps|xmpp|whatsapp|tg|signal|viber|webcal|magnet|javascript|data|file):\S/iu

function isLinked(word: string): boolean {
  const seen = word.replace(unseen, '').normalize('NFKC')
  return addressed.test(seen) || called.test(seen)
}

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
  readonly dressCode?: string
  readonly organizerName?: string
}
/** The same thing with what somebody typed made safe for a stranger: its name, its place, what to wear, who invites. */
export const withUnlinkedName = <T extends Named>(named: T): T => ({
  ...named,
  name: unlinked(named.name),
  ...(named.location && { location: unlinked(named.location) }),
  ...(named.dressCode && { dressCode: unlinked(named.dressCode) }),
  ...(named.organizerName && { organizerName: unlinked(named.organizerName) }),
})
