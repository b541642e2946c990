// What mail programs make links of in a text, after the rules of several: no name that somebody chose may have any.
import { find } from 'linkifyjs'

const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** A text as somebody reads it: without what shows nothing, on one line. */
export const asRead = (text: string) => text.replace(unseen, '').replace(/\s+/g, ' ').trim()

const isTopLevel = (label: string) => label.startsWith('xn--') || find(`x.${label}`, 'url').length > 0
/** Android takes all that isn't a space for a letter, joiners too; others know ASCII alone. Both know the top level domains. */
const hosts = (letters: string) => (text: string) =>
  [...text.matchAll(new RegExp(`(?:${letters}+[.。．｡])+(${letters}{2,})`, 'giu'))]
    .filter(([, label = '']) => isTopLevel(label))
    .map(([host]) => host)
/** Thunderbird, and what Outlook's desktop program makes of a plain text: marked beginnings, whatever comes behind. */
const begins =
  /(?:^|[^a-z\d])(?:(?:www|ftp)[.。．｡](?=\S)|(?:https?|ftp|file|webcal):\/\/(?=\S)|(?:tel|sms|mailto|javascript|skype|sip|geo|data|magnet|xmpp):(?=\S)|\\\\(?=[a-z\d]))\S*/gi
/** Thunderbird: ASCII with a dot behind the sign. */
const emails = /[^\s<>"'`,{[(|\\]+[@＠][a-z\d-]+(?:[.。．｡][a-z\d-]+)+/gi
const numbers = /\d{1,3}(?:[.。．｡]\d{1,3}){3}/g
const matches = (pattern: RegExp) => (text: string) => text.match(pattern) ?? []

const programs: readonly ((text: string) => readonly string[])[] = [
  (text) => find(text).map(({ value }) => value),
  hosts('[^\\s\\p{P}]|[-_]'.replace(/.*/, '(?:$&)')),
  hosts('[a-z\\d-]'),
  matches(begins),
  matches(emails),
  matches(numbers),
]
/** All that one of them would make a link of; also one that reads other scripts' signs as ASCII's. */
export const linksIn = (text: string) => programs.flatMap((program) => [...program(text), ...program(text.normalize('NFKC'))])

interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}
const bare = (html: string) => html.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ')
/** The links in what an email says but those to our own pages, wherever they stand. */
export function linksOfOthers({ subject, text, html }: Letter): string[] {
  const own = /https?:\/\/rolecall\.test(?![\w.@:-])[^\s"]*/g
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)
  return [subject, text, bare(html), ...addresses].flatMap((part) => linksIn(part.replace(own, ' ')))
}
