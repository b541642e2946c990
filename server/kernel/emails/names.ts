// What somebody typed, as it stands in emails to people who have not agreed to hear from them: to be read as it is, and no link (R117, R238).

import { test as isWhole } from 'linkifyjs'
import { partsOfPlace } from '#protocol/kernel/place/links.ts'

const longest = 80
const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** What mail programs make a link of wherever it leads: an address with its scheme or a beginning like www., of an email, by number, or of a shared folder. */
const addressed = /:\/\/|(?:^|[^a-z\d])(?:www|ftp)\.|\\\\|[^\s@]@[^\s@]*\.[^\s@]|\d{1,3}(?:\.\d{1,3}){3}/iu
const called =
  /(?:^|[^a-z\d])(?:tel|telprompt|sms|smsto|mms|mailto|callto|sips?|skype|facetime|facetime-audio|geo|maps|xmpp|whatsapp|tg|signal|viber|webcal|magnet|javascript|data|file):\S/iu
/** What ends a host's name may; longer ones end none. */
const ending = /(?<=[^\s\p{P}]|[-_])\.([\p{L}\p{M}\p{N}-]{2,63})/gu

/** Those that nobody can have stand for addresses all the same, in examples and in networks of one's own. */
const reserved = /^(?:xn--.*|example|test|invalid|local|localhost|internal|onion)$/i
const isTopLevel = (label: string) => reserved.test(label) || isWhole(`x.${label}`, 'url')
/** Some programs read on to the end of a word, others to the end of its letters, or of ASCII's. */
const endsHost = ([, label = '']: RegExpExecArray) =>
  [label, /^[a-z]+/i.exec(label)?.[0], /^[\p{L}\p{M}]+/u.exec(label)?.[0]].some((one) => one !== undefined && isTopLevel(one))

const isLinked = (seen: string) => addressed.test(seen) || called.test(seen) || [...seen.matchAll(ending)].some(endsHost)

/** A dot, a sign or a stroke of any script as mail programs may read it. */
const plain = (text: string) => text.normalize('NFKC').replaceAll('。', '.')
const separator = /[.@:/\\]/
/** U+200B shows nothing, and ends what programs take for an address; as some take it for a letter of one, it stands on both sides. */
const mark = '\u200b'
const broken = (word: string) => word.replace(/[^\p{L}\p{M}\p{N}]/gu, (sign) => (separator.test(plain(sign)) ? mark + sign + mark : sign))

/** Text of several lines in which no word becomes a link. */
export const unlinkedText = (text: string) =>
  text.replace(/\S+/g, (word) => ([word, word.replace(unseen, '')].some((one) => isLinked(plain(one))) ? broken(word) : word))

/** The name on one line, cut, and with nothing that would become a link. */
export function unlinked(name: string): string {
  const text = name.split(/\s+/).join(' ').trim()
  return unlinkedText(text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text)
}

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
  ...(named.location && { location: unlinked(partsOfPlace(named.location).place) }),
  ...(named.dressCode && { dressCode: unlinked(named.dressCode) }),
  ...(named.organizerName && { organizerName: unlinked(named.organizerName) }),
})
