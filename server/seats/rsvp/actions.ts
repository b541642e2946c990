// What an invitee can do.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { RsvpAnswer, rsvpApi, SeveralAnswers } from '#protocol/seats/rsvp.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { checkProof, provenEmail } from '#server/people/rules/proof.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import { type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { formOf } from '#server/seats/rights/groups.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { checkOpen, checkWindow, countAnswer, placeRsvp } from '#server/seats/rules/rsvp.ts'
import { askedOf, changedWaits, waitFor } from '#server/seats/rules/waitlist.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'
import { readOwn } from '#server/seats/seating/own.ts'
import { receipt } from './queries.ts'

/** What one answer is decided with. */
export interface Giving {
  readonly email: string
  readonly caller: Caller
  /** The group of the event that the email was proven for. */
  readonly provenAt: string
  /** Answers in other groups that the same decision has changed. */
  readonly beside: readonly Rsvp[]
}
interface AnswerResult {
  readonly rsvpId: string
  readonly writes: readonly RecordWrite[]
  readonly rsvps: readonly Rsvp[]
  readonly reply: Awaited<ReturnType<typeof receipt>>
}

/** R3, R13: one answer, with the seats that it takes and gives back. The same again writes nothing. */
async function answerIn(
  services: Services,
  tx: Reader,
  answer: RsvpAnswer,
  { email, caller, provenAt, beside }: Giving,
): Promise<AnswerResult> {
  const { secrets, clock } = services
  const now = clock.now()
  const { group: current, event } = await formOf(tx, answer.groupId, answer.eventId)
  checkOpen(current, event, now)
  if (!(await mayAttend(services, tx, current, email))) refuse('members-only')
  const _id = rsvpId(secrets, current, email)
  const before = await tx.get(rsvps, _id)
  if (provenAt === answer.groupId) checkProof(caller, provenAt, email, before)
  const { group, rsvp: placed } = placeRsvp({ group: current, event, before, answer, email, _id, now, randomId: secrets.randomId })
  const asked = askedOf(answer, placed)
  const waits = changedWaits(group, event, placed, asked)
  checkWindow({ group: current, event, before, after: placed, waits: waits ?? [], now })
  if (placed === before && !waits) {
    const own = await readOwn(services, tx, before, group, event)
    return { rsvpId: _id, writes: [], rsvps: [], reply: await receipt(services, tx, own, group, event) }
  }
  const changed = placed === before ? next(before, { updatedAt: iso(now) }) : placed
  const seated = await changeSeats(services, tx, {
    group: placed === before ? next(current, {}) : group,
    event,
    changed: [{ before, after: services.rateLimits ? countAnswer(before, changed, now) : changed }],
    beside,
    joins: waits ?? [],
    more: (seating) => (waits ? waitFor(seating, _id, waits, asked) : seating),
  })
  const own = seated.own(seated.of(_id) ?? changed)
  return { rsvpId: _id, writes: seated.writes, rsvps: seated.rsvps, reply: await receipt(services, tx, own, seated.group, event) }
}

interface Full {
  readonly role: string
  readonly free: number
}
/** R143: several in one decision, all or none. A refusal names the group; every full role is named. */
export async function answerAll(
  services: Services,
  tx: Reader,
  answers: readonly RsvpAnswer[],
  giving: Omit<Giving, 'beside'>,
): Promise<AnswerResult[]> {
  const given: AnswerResult[] = []
  const full: Full[] = []
  for (const answer of answers) {
    try {
      given.push(await answerIn(services, tx, answer, { ...giving, beside: given.flatMap((one) => one.rsvps) }))
    } catch (error) {
      if (!(error instanceof Refusal) || answers.length === 1) throw error
      if (error.code !== 'role-full') refuse(error.code, { ...error.details, groupId: answer.groupId })
      full.push(...(error.details.full as Full[]))
    }
  }
  if (full.length > 0) {
    const roles = full.map(({ role }) => role)
    const how = full.every(({ free }) => free === 0) ? 'is already full' : 'has too few free seats'
    refuse('role-full', { role: roles.join('", "'), roles, how, full })
  }
  return given
}

/** R146: a no in each of these groups where they have a seat. */
export async function givenBack(services: Services, tx: Reader, { eventId, groupIds, email }: GivingBack): Promise<RsvpAnswer[]> {
  const found = await Promise.all(
    groupIds.map(async (groupId) => {
      const group = await tx.get(groups, groupId)
      if (!group || !eventId || group.eventId !== eventId) refuse('event-unknown')
      return tx.get(rsvps, rsvpId(services.secrets, group, email))
    }),
  )
  return found
    .filter(isSeated)
    .map(({ groupId, name }) => ({ groupId, eventId, name, email, attending: false, roles: [], confirmed: false }))
}
interface GivingBack {
  readonly eventId: string | null | undefined
  readonly groupIds: readonly string[]
  readonly email: string
}

/** Each group's answer by itself. */
const answersOf = ({ groups: each, giveBack: _, ...shared }: SeveralAnswers): RsvpAnswer[] =>
  each.map((one) => ({ ...shared, ...one, name: one.name ?? shared.name }))

/** R143: the email, and for which other group of the event it was proven: any of them will do. Refuses `proof-missing`. */
async function provenBeside({ store, secrets }: Services, caller: Caller, groupId: string, asked: string) {
  const eventId = (await store.get(groups, groupId))?.eventId
  const event = eventId ? await store.get(events, eventId) : undefined
  const provenAt = event?.groupIds.find((id) => provenEmail(caller, id, asked) !== undefined) ?? refuse('proof-missing')
  const group = await store.get(groups, provenAt)
  checkProof(caller, provenAt, asked, group && (await store.get(rsvps, rsvpId(secrets, group, asked))))
  return { email: asked, provenAt }
}

type SubmitInput = Input<typeof rsvpApi.submit>

/** R3, R13, R143: saves the answers to one or several groups of an event and gives out their seats. R14: for an email that was proven. */
export async function submitRsvp(services: Services, sent: SubmitInput, caller: Caller) {
  const answers = 'groups' in sent ? answersOf(sent) : [sent]
  const { groupId } = answers[0] ?? refuse('group-unknown')
  const email = provenEmail(caller, groupId, sent.email)
  const proof = email === undefined ? await provenBeside(services, caller, groupId, sent.email) : { email, provenAt: groupId }
  return submitProven(services, sent, answers, { caller, ...proof })
}

/**
 * In the queue of the first group, not in one for its event (decision 0138); over a database, where others commit as well, answers by the event's own
 * form are one batch: each by itself would lose its race for one of the groups to another again and again (decision 0139).
 */
const queueOf = ({ process }: Services, sent: SubmitInput, groupId: string): string =>
  process !== undefined && 'groups' in sent ? `event:${sent.eventId ?? groupId}` : groupId

function submitProven(services: Services, sent: SubmitInput, answers: readonly RsvpAnswer[], giving: Omit<Giving, 'beside'>) {
  const [first = refuse('group-unknown')] = answers
  const back = (sent.giveBack ?? []).filter((id) => answers.every(({ groupId }) => groupId !== id))
  return transact(services, queueOf(services, sent, first.groupId), async (tx) => {
    const eventId = back.length > 0 ? (sent.eventId ?? (await tx.get(groups, first.groupId))?.eventId) : null
    const freeing = await givenBack(services, tx, { eventId, groupIds: back, email: giving.email })
    const given = await answerAll(services, tx, [...freeing, ...answers], giving)
    const [main, ...others] = [...given.slice(freeing.length), ...given.slice(0, freeing.length)]
    if (!main) refuse('group-unknown')
    const writes = given.flatMap((one) => one.writes)
    const replies = { ...main.reply, ...(others.length > 0 && { groups: [main, ...others].map(({ reply }) => reply) }) }
    return { ...(writes.length > 0 && { guest: main.rsvpId, guestToo: others.map((one) => one.rsvpId), writes }), reply: replies }
  })
}
