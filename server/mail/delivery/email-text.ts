// What an email says: as it was worded in the commit that caused it, or as its writer words it now, when it is sent.
import { attachmentsOf, type Email, type EmailDeps, type LateDraft, messageOf, rsvpIdOf } from '#server/kernel/emails/outbox.ts'
import { writtenConfirmation } from '#server/seats/notices/answers.ts'
import type { Sender } from '#server/seats/rules/calendar.ts'
import { writtenTogether } from './combine-emails.ts'
import { finished } from './complete-email.ts'
import { type Addressing, entryWithPasses } from './resolve-links.ts'

export interface Wording extends EmailDeps, Addressing, Sender {}

const writers = { answer: writtenConfirmation } as const satisfies Record<LateDraft['writer'], unknown>

/** The email as it goes out, with what goes into a calendar; undefined where it has nothing to say any more. `read` gives the words that are kept. */
export async function worded(services: Wording, email: Email, read = messageOf) {
  const { message, calendar, entries } = email.writer
    ? ((await writers[email.writer](services, email)) ?? {})
    : { message: (await writtenTogether(services, email)) ?? read(services, email), calendar: email.calendar, entries: undefined }
  const rsvpId = rsvpIdOf(email)
  const whole = message && (await finished(services, rsvpId === undefined ? email : { ...email, rsvpId }, message))
  return whole && { ...whole, attachments: attachmentsOf({ entries, calendar: await entryWithPasses(services, calendar, rsvpId) }) }
}
