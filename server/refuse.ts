// Refusals: how a rule says no.
import { type RefusalCode, refusals } from '#protocol/refusals.ts'

type Details = Readonly<Record<string, unknown>>

const textOf = (detail: unknown) => (typeof detail === 'string' || typeof detail === 'number' ? String(detail) : '')

/** An expected no. Rules throw it; only `http/` and `live/` turn it into a reply. `details` fill the sentence and travel along. */
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

const longest = 200
/** Why something failed, in one short line without anybody's address. */
export function shortReason(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…')
    .replace(/\s+/g, ' ')
    .slice(0, longest)
    .toWellFormed()
}
