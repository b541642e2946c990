// What an invitee can do.
import type { RsvpAnswer } from '#protocol/rsvp.ts'
import { calendarOfChange } from '../calendar/rules.ts'
import { dropOutNews } from '../digest/actions.ts'
import { guestPlace } from '../emails/parts.ts'
import { seatedOutcome } from '../group/actions.ts'
import type { Caller } from '../identity/caller.ts'
import { mayAttend } from '../identity/rights.ts'
import { iso } from '../ports/clock.ts'
import { checkProof, provenEmail } from '../proof/rules.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import { waitingEmail } from '../waitlist/emails.ts'
import { readOwn, settleSeats } from '../waitlist/queries.ts'
import { changesWaits, rolesToWaitFor, waitFor } from '../waitlist/rules.ts'
import { next } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { rsvpEmail } from './emails.ts'
import { rsvpId, rsvps } from './model.ts'
import { formOf, receipt } from './queries.ts'
import { checkOpen, countAnswer, placeRsvp } from './rules.ts'

/** R3, R13: saves an RSVP and gives out its seats. The same RSVP again writes nothing. */
export function submitRsvp(services: Services, answer: RsvpAnswer, caller: Caller) {
  const { secrets, clock, publicUrl } = services
  const email = provenEmail(caller, answer.groupId, answer.email)
  return transact(services, answer.groupId, async (tx) => {
    const now = clock.now()
    const { group: present, event } = await formOf(tx, answer.groupId, answer.eventId)
    checkOpen(present, event, now)
    if (!(await mayAttend(services, tx, present, email))) refuse('members-only')
    const _id = rsvpId(secrets, present, email)
    const before = await tx.get(rsvps, _id)
    checkProof(caller, answer.groupId, email, before)
    const { group, rsvp: placed } = placeRsvp({ group: present, event, before, answer, email, _id, now })
    const waits = rolesToWaitFor(group, event, placed, answer)
    const isWait = changesWaits(group, placed, waits, answer)
    if (placed === before && !isWait) return { reply: receipt(await readOwn(services, tx, before, group, event), group, event, now) }
    const changed = placed === before ? next(before, { updatedAt: iso(now) }) : placed
    const seated = await settleSeats(services, tx, {
      group: placed === before ? next(present, {}) : group,
      event,
      changed: [{ before, after: services.rateLimits ? countAnswer(before, changed, now) : changed }],
      joins: waits ?? [],
      more: (seating) => (waits && isWait ? waitFor(seating, _id, waits, answer) : seating),
    })
    const { emails: told, writes } = seatedOutcome(services, seated, event)
    const after = seated.of(_id) ?? changed
    const lost = await dropOutNews(services, tx, { group: present, event, before, after })
    const own = seated.own(after)
    const calendar = calendarOfChange(services, { group: seated.group, event, before, after, now })
    const asked = own.waiting ? waitingEmail : rsvpEmail
    const saved = asked(email, publicUrl, guestPlace(seated.group, after), event ?? { name: group.name }, own, calendar)
    return { guest: _id, writes: [...writes, ...lost], emails: [saved, ...told], reply: receipt(own, seated.group, event, now) }
  })
}
