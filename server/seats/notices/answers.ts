// The email that confirms an answer. A crowd that answers writes one each, so what is kept of it is whose answer it is: it is written when it is sent, and
// says how the answer stands by then. What others change of it meanwhile has an email of its own, so where this one would say it too it isn't sent.

import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import type { EmailContent } from '#server/kernel/emails/layout.ts'
import { type Email, type EmailDeps, emails, type LateDraft } from '#server/kernel/emails/outbox.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import type { SignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { rsvpEmail } from '#server/seats/emails/rsvp.ts'
import { severalEmail } from '#server/seats/emails/several.ts'
import { waitingEmail } from '#server/seats/emails/waitlist.ts'
import { events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { passesOf } from '#server/seats/model/pass.ts'
import { isErased, livingRsvp, type Rsvp, rsvps, saidIn } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { calendarOfChange, guestEntry, type Sender, withPasses } from '#server/seats/rules/calendar.ts'
import { readAnswer, readTitle } from '#server/seats/seating/own.ts'

/** What is kept of it in the commit of the answer. */
export const answerConfirmation = ({ ownerId }: Group, before: Rsvp | undefined, { _id, rev, email }: Rsvp): LateDraft => ({
  writer: 'answer',
  rsvpId: _id,
  rsvpRev: rev,
  to: email,
  tenant: ownerId,
  isEntered: before?.attending === true && !isErased(before),
})

/** Those about the answers under an address, which its list of emails leaves out: each has the id of its answer. */
export async function confirmationsTo(tx: Reader, email: string, limit: number): Promise<Email[]> {
  const answers = await tx.find(rsvps, { index: 'holder', where: { email }, descending: true, limit })
  const found = await Promise.all(answers.map(({ _id }) => tx.get(emails, _id)))
  return found.filter((one) => one !== undefined)
}

type LoadedAnswer = NonNullable<Awaited<ReturnType<typeof loadAnswer>>>

interface Writing extends EmailDeps, Sender {
  readonly store: Reader
  readonly signedTokens: SignedTokens
}
export interface WrittenEmail {
  readonly message: EmailContent
  readonly calendar?: CalendarEntry | undefined
  readonly entries?: readonly CalendarEntry[] | undefined
}

/** The answer as it stands; undefined where nothing is to be said of it any more: it was erased or taken away, or there is nothing left to come to. */
async function loadAnswer(store: Reader, _id: string, state: Email['state']) {
  const rsvp = livingRsvp(await store.get(rsvps, _id))
  const group = rsvp && (await store.get(groups, rsvp.groupId))
  if (!group || rsvp.attending === null) return undefined
  if (rsvp.attending && group.cancelledAt !== null && state !== 'sent') return undefined
  return { rsvp, group, event: await eventOf(store, group) }
}

/** R153: one answer to several groups, with one file of all entries, which invites to none by itself. */
async function writtenSeveral(services: Writing, email: Email, all: readonly LoadedAnswer[]): Promise<WrittenEmail | undefined> {
  const { publicUrl, store, clock } = services
  const startOf = ({ event }: LoadedAnswer) => event?.start ?? ''
  const byTime = all.toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
  const [first] = byTime
  if (!first?.event) return undefined
  const itself = await store.get(events, first.event._id)
  const answers = await Promise.all(
    byTime.map(async ({ rsvp, group, event }) => ({
      group: group.name,
      occasion: event ?? { name: group.name },
      said: await readAnswer(services, store, rsvp, group, event),
    })),
  )
  const last = byTime.at(-1) ?? first
  if (!itself) return undefined
  const title = await readTitle(services, store, itself, last.rsvp.email)
  const { message } = severalEmail(email.to, publicUrl, guestPlace(last.group, last.rsvp), { name: itself.name, title, answers })
  const now = clock.now()
  const entries = byTime.flatMap(({ rsvp, group, event }) =>
    event && rsvp.attending === true
      ? [withPasses(guestEntry(services, 'PUBLISH', { group, event, rsvp, now }), passesOf(services, rsvp, group, event))]
      : [],
  )
  return { message, entries }
}

export async function writtenConfirmation(services: Writing, email: Email): Promise<WrittenEmail | undefined> {
  const ids = [email._id, ...(email.besides ?? [])]
  const found = await Promise.all(ids.map((id) => loadAnswer(services.store, id, email.state)))
  const [stands, ...others] = found.filter((one) => one !== undefined)
  if (!stands) return undefined
  return others.length > 0 ? writtenSeveral(services, email, [stands, ...others]) : writtenOne(services, email, stands)
}

async function writtenOne(services: Writing, email: Email, stands: LoadedAnswer): Promise<WrittenEmail> {
  const { store, publicUrl, clock } = services
  const { rsvp, group, event } = stands
  const said = rsvp.waits ? await readAnswer(services, store, rsvp, group, event) : saidIn(rsvp, group, event)
  const write = said.waiting ? waitingEmail : rsvpEmail
  const { message } = write(rsvp.email, publicUrl, guestPlace(group, rsvp), event ?? { name: group.name }, said)
  const before = email.isEntered ? { ...rsvp, attending: true } : undefined
  return { message, calendar: calendarOfChange(services, { group, event, before, after: rsvp, now: clock.now() }) }
}
