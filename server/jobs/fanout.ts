// Work on every RSVP of a group, page by page: tells its guests of a change, or purges it. Each page's effect and the place
// reached are one commit, so a crash repeats nothing and leaves nobody out.

import type { EmailDraft } from '../emails/outbox.ts'
import { cancelledEmail, movedEmail, roleDeletedEmail } from '../emails/texts.ts'
import type { Event } from '../event/model.ts'
import type { Group, Role } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import { type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Collection, Stored } from '../store/store.ts'
import { drop, next, put, transact } from '../write/transact.ts'

type Kind = 'moved' | 'cancelled' | 'role-deleted' | 'purge'
interface Fanout extends Stored {
  readonly kind: Kind
  readonly group: { readonly _id: string; readonly eventId: string | null; readonly name: string }
  readonly event: { readonly name: string; readonly start: string; readonly timeZone: string } | null
  readonly role: { readonly _id: string; readonly name: string } | null
  /** The id of the last RSVP that was dealt with. */
  readonly cursor: string | null
  readonly dueAt: string
}
export const fanouts: Collection<Fanout> = { name: 'fanouts', indexes: { due: { fields: ['dueAt'] } } }
const perPage = 100

export function newFanout(
  { secrets, clock }: Services,
  { kind, group, event, role }: { kind: Kind; group: Group; event: Event | undefined; role?: Role },
): Fanout {
  return {
    _id: secrets.randomId(),
    rev: 1,
    kind,
    group: { _id: group._id, eventId: group.eventId, name: group.name },
    event: event ? { name: event.name, start: event.start, timeZone: event.timeZone } : null,
    role: role ? { _id: role._id, name: role.name } : null,
    cursor: null,
    dueAt: iso(clock.now()),
  }
}

/** R8, R54, R57: whom it concerns, and what they are told. */
function letterFor({ kind, group, event, role }: Fanout, rsvp: Rsvp, publicUrl: string): EmailDraft | undefined {
  const occasion = event ?? { name: group.name }
  if (rsvp.attending === false) return undefined
  if (kind === 'moved') return movedEmail(rsvp.email, publicUrl, group, occasion)
  if (kind === 'cancelled') return cancelledEmail(rsvp.email, occasion)
  return role && rsvp.roleIds.includes(role._id) ? roleDeletedEmail(rsvp.email, publicUrl, group, occasion, role.name) : undefined
}

/** Deals with one page of the fan-out that is due first. True if there may be more. */
export async function workOff(services: Services): Promise<boolean> {
  const { store, clock, publicUrl } = services
  const [due] = await store.find(fanouts, { index: 'due', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  const after = due.cursor ? { after: { _id: due.cursor, rev: 0, groupId: due.group._id } } : {}
  const page = await store.find(rsvps, { index: 'group', where: { groupId: due.group._id }, limit: perPage, ...after })
  await transact(services, due._id, async (tx) => {
    const fanout = await tx.get(fanouts, due._id)
    if (!fanout || fanout.rev !== due.rev) return { reply: undefined }
    const last = page.at(-1)?._id ?? null
    const place = page.length < perPage ? drop(fanouts, fanout) : put(fanouts, next(fanout, { cursor: last }))
    if (fanout.kind === 'purge') return { writes: [place, ...page.map((rsvp) => drop(rsvps, rsvp))], reply: undefined }
    const emails = page.flatMap((rsvp) => letterFor(fanout, rsvp, publicUrl) ?? [])
    return { writes: [place], emails, reply: undefined }
  })
  return true
}
