// Refusals: how a rule says no.
import { type RefusalCode, refusals } from '#protocol/kernel/refusals.ts'

type Details = Readonly<Record<string, unknown>>

const textOf = (detail: unknown) => (typeof detail === 'string' || typeof detail === 'number' ? String(detail) : '')

/** An expected no. Rules throw it; only `edge/` turns it into a reply. `details` fill the sentence and travel along. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly details: Details
  constructor(code: RefusalCode, details: Details = {}) {
    super(refusals[code][1].replace(/\{(\w+)\}/g, (_, key: string) => textOf(details[key])))
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

/** `text` without anybody's address. Word by word: a long one that has none is gone through once. */
export const withoutAddresses = (text: string) => text.replace(/[^\s<>"']+/g, (word) => (word.includes('@') ? '…@…' : word))

const longest = 200
/** Why something failed, in one short line without anybody's address. */
export function shortReason(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return withoutAddresses(text).replace(/\s+/g, ' ').slice(0, longest).toWellFormed()
}
