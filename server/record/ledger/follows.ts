// Writes the ledger in the commit of what it tells of: what a restore must not bring back (R156).
import { iso } from '#server/kernel/ports/clock.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { type AlsoWritten, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { type User, users } from '#server/people/model/account.ts'
import { type Member, members } from '#server/people/model/org.ts'
import { type Teammate, teammates } from '#server/people/model/team.ts'
import { type AddressMark, addressMarks, type Stop, stops } from '#server/seats/model/notice.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { type LedgerLine, ledger, lineId } from './model.ts'

type Noted = Pick<LedgerLine, 'kind' | 'subject' | 'to'>

type Notes<R> = (before: R | undefined, after: R | undefined) => Noted[]
const watch = <R extends Stored>({ name }: Collection<R>, notes: Notes<R>): readonly [string, Notes<never>] => [name, notes]
const isOff = ({ news }: User) => news === 'off'

function userNotes(before: User | undefined, after: User | undefined): Noted[] {
  if (!before || !after) return []
  const { _id: subject, passwordHash, epoch, suspendedAt = '' } = after
  return [
    ...(before.passwordHash !== null && before.passwordHash !== passwordHash
      ? [{ kind: 'password', subject, to: `${epoch}` } as const]
      : []),
    ...((before.suspendedAt ?? '') === suspendedAt ? [] : [{ kind: 'suspension', subject, to: suspendedAt } as const]),
    ...(isOff(before) === isOff(after) ? [] : [{ kind: 'digest', subject, to: isOff(after) ? 'off' : '' } as const]),
  ]
}

function rsvpNotes(before: Rsvp | undefined, after: Rsvp | undefined): Noted[] {
  if (!after) return []
  const { _id: subject, groupId, erasedAt, blockedAt } = after
  return [
    ...(erasedAt && !before?.erasedAt ? [{ kind: 'erased', subject, to: '' } as const] : []),
    ...(before?.blockedAt === blockedAt ? [] : [{ kind: 'block', subject, to: blockedAt ? groupId : '' } as const]),
  ]
}

function memberNotes(before: Member | undefined, after: Member | undefined): Noted[] {
  if (!before) return []
  if (!after) return [{ kind: 'membership', subject: before._id, to: '' }]
  return before.role === after.role ? [] : [{ kind: 'role', subject: after._id, to: after.role }]
}

/** What was taken away is to end again; what became another role ends as it was before, and what was put back doesn't. */
function teamNotes(before: Teammate | undefined, after: Teammate | undefined): Noted[] {
  if (!before || (before.removedAt && !after)) return []
  if (!after || after.removedAt) return [{ kind: 'grant', subject: before._id, to: '' }]
  return before.changedAt === after.changedAt ? [] : [{ kind: 'grant', subject: after._id, to: after.changedAt ?? '' }]
}

/** By the name of the collection. */
const watched: ReadonlyMap<string, Notes<never>> = new Map([
  watch<User>(users, userNotes),
  watch<Rsvp>(rsvps, rsvpNotes),
  watch<Member>(members, memberNotes),
  watch<Teammate>(teammates, teamNotes),
  watch<Stop>(stops, (before, after) => [{ kind: 'stop', subject: (after ?? before)?._id ?? '', to: after?.groupId ?? '' }]),
  watch<AddressMark>(addressMarks, (before, after) =>
    after?.fault === 'complained' && before?.fault !== 'complained' ? [{ kind: 'complaint', subject: after._id, to: '' }] : [],
  ),
])

export const ledgerOf: AlsoWritten = async ({ clock }, tx, { pairs, actor }) => {
  const lines: RecordWrite[] = []
  for (const [name, alike] of pairs) {
    const notes = watched.get(name)
    await inSlices(notes ? [...alike.values()] : [], async ({ before, after }) => {
      for (const noted of notes?.(before as never, after as never) ?? []) {
        if (noted.kind === 'erased' && actor.via === 'job') continue // whose time is over is erased again by itself
        const _id = lineId(noted)
        const kept = await tx.get(ledger, _id)
        lines.push(put(ledger, { _id, rev: (kept?.rev ?? 0) + 1, ...noted, at: iso(clock.now()) }))
      }
    })
  }
  return lines
}
