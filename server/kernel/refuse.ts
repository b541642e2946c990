// Refusals: how a rule says no.
import { type RefusalCode, refusals } from '#protocol/kernel/refusals.ts'

type Details = Readonly<Record<string, unknown>>

/** R228: a wait as people say it, in minutes. */
function waitWords(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}
const waitOf = ({ seconds }: Details) => (typeof seconds === 'number' ? { wait: waitWords(seconds) } : {})

const detailText = (detail: unknown) => (typeof detail === 'string' || typeof detail === 'number' ? String(detail) : '')

/** An expected no. Rules throw it; only `edge/` turns it into a reply. `details` fill the sentence and travel along. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly details: Details
  constructor(code: RefusalCode, details: Details = {}) {
    const all: Details = { ...waitOf(details), ...details }
    super(refusals[code][1].replace(/\{(\w+)\}/g, (_, key: string) => detailText(all[key])))
    this.code = code
    this.details = details
  }
  get status(): number {
    return refusals[this.code][0]
  }
}

export function refuse(code: RefusalCode, details?: Details): never {
  throw new Refusal(code, details)
}

/** Without the word that the cut goes through: of an address it could leave the name. */
const cut = (text: string, most: number) => (text.length > most ? `${/^[\s\S]*\s/.exec(text.slice(0, most))?.[0] ?? ''}…` : text)

const maxRead = 2_000
const isOfAddress = (word: string) => /@|%40|\uff20/i.test(word)
/** `text` without anybody's address, nor the name in that of `recipient`, which some servers say alone. Word by word: a long one that has none is gone through once. */
export function withoutAddresses(text: string, recipient = ''): string {
  const name = recipient.slice(0, recipient.lastIndexOf('@') + 1).slice(0, -1)
  const named = name && new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu')
  const words = cut(text, maxRead).replace(/[^\s<>"']+/g, (word) => (isOfAddress(word) ? '…@…' : word))
  return named ? words.replace(named, '…') : words
}

const longest = 200
/** Why something failed, in one short line without anybody's address. */
export function shortReason(error: unknown, recipient?: string): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return cut(withoutAddresses(text, recipient).replace(/\s+/g, ' '), longest).toWellFormed()
}
