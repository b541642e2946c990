// Does again to what a restore brought back what the ledger tells of (R156).

import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, type Outcome, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { endMemberships } from '#server/people/member/actions.ts'
import { type User, users } from '#server/people/model/account.ts'
import { type Member, members, orgs } from '#server/people/model/org.ts'
import { teammates } from '#server/people/model/team.ts'
import { erased } from '#server/seats/guest/actions.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { addressMarks, stops } from '#server/seats/model/notice.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { blocked } from '#server/seats/removal/actions.ts'
import { unblocked } from '#server/seats/rules/removal.ts'
import { type LedgerKind, type LedgerLine, ledger } from './model.ts'

/** The password is the one from before the reset. Who has none comes in by their mailbox, and sets a new one there. */
const withoutOldPassword = (user: User, { to }: LedgerLine): User | undefined =>
  user.epoch < Number(to) ? { ...user, rev: user.rev + 1, passwordHash: null, epoch: Number(to) } : undefined

function suspendedAs(user: User, { to }: LedgerLine): User | undefined {
  if ((user.suspendedAt ?? '') === to) return undefined
  const { suspendedAt: _, ...free } = { ...user, rev: user.rev + 1 }
  return to ? { ...free, suspendedAt: to } : free
}

/** An answer that was given anew after its holder erased it says so by its last change. */
const isErasedBy = (rsvp: Rsvp, { at }: LedgerLine) => rsvp.erasedAt === undefined && rsvp.updatedAt <= at

/** A role that was lowered; one that was raised is not given again. */
const isLowered = (member: Member, { to }: LedgerLine) => member.role === 'admin' && to === 'member'

type Redone = Partial<Outcome<unknown>> | undefined
/** Undefined where what was restored is already so. */
type Redo = (services: Services, tx: Reader, line: LedgerLine) => Promise<Redone>

const changing =
  (change: (user: User, line: LedgerLine) => User | undefined): Redo =>
  async (_, tx, line) => {
    const user = await tx.get(users, line.subject)
    const changed = user && change(user, line)
    return changed && { writes: [put(users, changed)] }
  }

const eraseAgain: Redo = async (services, tx, line) => {
  const rsvp = await tx.get(rsvps, line.subject)
  const group = rsvp && (await tx.get(groups, rsvp.groupId))
  if (!group || !isErasedBy(rsvp, line)) return undefined
  const event = eventFor(await tx.get(events, group.eventId ?? ''), group)
  return erased(services, tx, [{ rsvp, group, event }])
}

const blockAgain: Redo = async (services, tx, { subject, to, at }) => {
  const rsvp = await tx.get(rsvps, subject)
  if (!to) return rsvp?.blockedAt === undefined ? undefined : { writes: [put(rsvps, unblocked(rsvp))] }
  const group = await tx.get(groups, to)
  return group && rsvp?.blockedAt === undefined ? blocked(services, tx, { group, rsvp, _id: subject }, Date.parse(at)) : undefined
}

const endMembership: Redo = async (services, tx, { subject, at }) => {
  const member = await tx.get(members, subject)
  const org = member && (await tx.get(orgs, member.orgId))
  return org && member.createdAt <= at ? endMemberships(services, tx, org, [member]) : undefined
}

const stopAgain: Redo = async (_, tx, { subject, to, at }) => {
  const stop = await tx.get(stops, subject)
  if (to) return stop ? undefined : { writes: [put(stops, { _id: subject, rev: 1, groupId: to, stoppedAt: at })] }
  return stop && { writes: [drop(stops, stop)] }
}

const markAgain: Redo = async (_, tx, { subject, at }) => {
  const mark = await tx.get(addressMarks, subject)
  if (mark && (mark.fault === 'complained' || mark.at > at)) return undefined
  return { writes: [put(addressMarks, { _id: subject, rev: (mark?.rev ?? 0) + 1, fault: 'complained', at })] }
}

const lowerAgain: Redo = async (_, tx, line) => {
  const member = await tx.get(members, line.subject)
  const org = member && (await tx.get(orgs, member.orgId))
  return org && isLowered(member, line) ? { writes: [put(orgs, next(org, {})), put(members, next(member, { role: 'member' }))] } : undefined
}

const redos: Readonly<Record<LedgerKind, Redo>> = {
  password: changing(withoutOldPassword),
  suspension: changing(suspendedAs),
  digest: changing((user, { to }) => (to && user.news !== 'off' ? next(user, { news: 'off', newsBefore: user.news }) : undefined)),
  erased: eraseAgain,
  block: blockAgain,
  stop: stopAgain,
  complaint: markAgain,
  membership: endMembership,
  role: lowerAgain,
  grant: async (_, tx, { subject, at, to }) => {
    const one = await tx.get(teammates, subject)
    const isOld = one && (to ? (one.changedAt ?? '') < to : one.createdAt <= at)
    return isOld ? { writes: [drop(teammates, one)] } : undefined
  },
}

/** Does again what is in the ledger, each line in one commit with the line itself. Gives how much of it wasn't so in what was restored. */
export async function redo(services: Services, lines: readonly LedgerLine[]): Promise<Partial<Record<LedgerKind, number>>> {
  const counts: Partial<Record<LedgerKind, number>> = {}
  for (const line of lines) {
    const isNew = await transact(services, 'ledger', async (tx) => {
      const kept = await tx.get(ledger, line._id)
      const redone = await redos[line.kind](services, tx, line)
      const noted = kept?.at === line.at ? [] : [put(ledger, { ...line, rev: (kept?.rev ?? 0) + 1 })]
      return { ...redone, writes: [...(redone?.writes ?? []), ...noted], reply: redone !== undefined }
    })
    if (isNew) counts[line.kind] = (counts[line.kind] ?? 0) + 1
  }
  return counts
}
