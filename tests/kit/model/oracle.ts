// Reads the journal of what guests have sent to one group and what the store holds afterwards, and says what no order of the commands explains.

import { emails } from '#server/kernel/emails/outbox.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { atMost, byGuest, couldHold, mostWithin, surelyHold } from './oracle-seats.ts'

/** One line of the journal: an answer that was sent, and what came back. Times are of the client. */
export interface Sent {
  readonly email: string
  readonly name: string
  readonly attending: boolean
  readonly roles: readonly string[]
  readonly sentAt: number
  readonly endedAt: number
  /** 0: no whole answer came. Then, and after a 503, it may have been done or not. */
  readonly status: number
  readonly text: string
}
/** What is left: the group, its answers, and which revision of theirs each guest's newest email confirms. `before` is the group's revision when the journal begins. */
export interface Kept {
  readonly before: number
  readonly group: Group
  readonly rsvps: readonly Rsvp[]
  readonly letters: ReadonlyMap<string, number>
}
/** An answer that was acknowledged, with what the acknowledgement said: the revision of the record and of the group, and the seats taken. */
interface Acked extends Sent {
  readonly rev: number
  readonly groupRev: number
  readonly seen: readonly { readonly name: string; readonly total: number; readonly count: number }[]
}

/** Reads from a store what the oracle needs of one group. */
export async function readKept(store: Store, groupId: string, before = 1): Promise<Kept> {
  const group = (await store.get(groups, groupId)) as Group
  const all = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000_000 })
  const letters = new Map<string, number>()
  for (const { to, rsvpRev = 0 } of await store.find(emails, { index: 'expiry', limit: 1_000_000 }))
    letters.set(to, Math.max(rsvpRev, letters.get(to) ?? 0))
  return { before, group, rsvps: all, letters }
}

const contentOf = ({ name, attending, roles }: Pick<Sent, 'name' | 'attending' | 'roles'>) =>
  JSON.stringify([name, attending, attending ? [...roles].sort() : []])
const isOpen = ({ status }: Sent) => status === 0 || status === 503
const isBefore = (one: Sent, other: Sent) => one.endedAt < other.sentAt

function acked(sent: Sent): Acked {
  const { rsvp, form, roleCoverage } = JSON.parse(sent.text)
  return { ...sent, rev: rsvp.rev, groupRev: form.rev, seen: roleCoverage }
}

/** Says everything about the store that the journal doesn't explain, and everything in the journal that the store belies. Nothing: all is well. */
export function objections(journal: readonly Sent[], kept: Kept): string[] {
  const names = new Map(kept.group.roles.map(({ _id, name }) => [_id, name]))
  const records = new Map(kept.rsvps.map((rsvp) => [rsvp.email, rsvp]))
  const sentBy = byGuest(journal)
  const strays = kept.rsvps.filter(({ email }) => !sentBy.has(email)).map(({ email }) => `${email} has an answer and never sent one`)
  const guests = [...sentBy].flatMap(([email, sent]) => {
    const record = records.get(email)
    const content =
      record && contentOf({ ...record, attending: record.attending === true, roles: record.roleIds.map((id) => names.get(id) ?? id) })
    return ofGuest(sent, record?.rev ?? 0, content ?? '', kept.letters.get(email) ?? 0).map((fault) => `${email}: ${fault}`)
  })
  return [...strays, ...guests, ...ofOrder(journal, kept), ...ofCounts(kept), ...ofSeats(journal, kept)]
}

/** One guest's record is their last acknowledged answer or a later one that nobody acknowledged, and each answer was put in once. */
function ofGuest(sent: readonly Sent[], rev: number, content: string, letters: number): string[] {
  const acknowledged = sent.filter(({ status }) => status === 200).map(acked)
  const open = sent.filter(isOpen)
  const last = acknowledged.toSorted((a, b) => a.rev - b.rev).at(-1)
  const faults: string[] = []
  if (last && rev < last.rev) faults.push(`acknowledged as ${last.rev}, kept as ${rev}`)
  if (last && rev === last.rev && contentOf(last) !== content) faults.push(`acknowledged ${contentOf(last)}, kept ${content}`)
  const mayBe = open.filter((one) => contentOf(one) === content && !(last && isBefore(one, last)))
  if (rev > (last?.rev ?? 0) && mayBe.length === 0) faults.push(`${content} is kept, and nobody sent it last`)
  const contents = new Set([...acknowledged, ...open].map(contentOf)).size
  if (rev > contents) faults.push(`${contents} different answers were put in ${rev} times`)
  if (rev < new Set(acknowledged.map(contentOf)).size) faults.push('fewer changes than different answers acknowledged')
  for (const [nth, one] of acknowledged.entries())
    for (const other of acknowledged.slice(nth + 1)) {
      if (one.rev === other.rev && contentOf(one) !== contentOf(other)) faults.push(`two answers are both number ${one.rev}`)
      if (isBefore(one, other) && other.rev < one.rev) faults.push(`number ${other.rev} was acknowledged after number ${one.rev}`)
    }
  if (letters !== rev) faults.push(`kept as ${rev}, emailed as ${letters}`)
  return faults
}

/** The group's revision is the one order: each change has its own, a later command never an earlier one, and none is left over. */
function ofOrder(journal: readonly Sent[], { before, group, rsvps: all }: Kept): string[] {
  const faults: string[] = []
  const changes = all.reduce((sum, { rev }) => sum + rev, 0)
  if (group.rev - before !== changes) faults.push(`${group.rev - before} changes of the group, ${changes} of its answers`)
  const maybe = new Set(journal.filter(isOpen).map((one) => `${one.email} ${contentOf(one)}`))
  const acknowledged = journal.filter(({ status }) => status === 200).map(acked)
  const sure = acknowledged.filter((one) => !maybe.has(`${one.email} ${contentOf(one)}`))
  const taken = new Map<number, string>()
  for (const { groupRev, email } of sure) {
    if (taken.has(groupRev)) faults.push(`${email} and ${taken.get(groupRev)} are both change ${groupRev} of the group`)
    if (groupRev > group.rev) faults.push(`${email}: change ${groupRev} of a group that is at ${group.rev}`)
    taken.set(groupRev, email)
  }
  const byEnd = acknowledged.toSorted((a, b) => a.endedAt - b.endedAt)
  let [next, highest] = [0, 0]
  for (const one of acknowledged.toSorted((a, b) => a.sentAt - b.sentAt)) {
    for (let ended = byEnd[next]; ended && isBefore(ended, one); ended = byEnd[++next]) highest = Math.max(highest, ended.groupRev)
    if (one.groupRev < highest) faults.push(`${one.email}: told of change ${one.groupRev} after ${highest} was told`)
  }
  return [...faults, ...ofSeen(sure, maybe.size)]
}

/** The seats that each acknowledgement told of are those of the changes before it, give or take those that nobody acknowledged. */
function ofSeen(sure: readonly Acked[], unknown: number): string[] {
  const held = new Map<string, readonly string[]>()
  const count = new Map<string, number>()
  return sure
    .toSorted((a, b) => a.groupRev - b.groupRev)
    .flatMap(({ email, attending, roles, groupRev, seen }) => {
      for (const role of held.get(email) ?? []) count.set(role, (count.get(role) ?? 0) - 1)
      held.set(email, attending ? roles : [])
      for (const role of held.get(email) ?? []) count.set(role, (count.get(role) ?? 0) + 1)
      return seen
        .filter(({ name, count: seen }) => Math.abs(seen - (count.get(name) ?? 0)) > unknown)
        .map(
          ({ name, count: seen }) =>
            `${email}: at change ${groupRev} ${seen} had ${name}, by the acknowledged ones ${count.get(name) ?? 0}`,
        )
    })
}

/** The counts are those of the records. */
function ofCounts({ group, rsvps: all }: Kept): string[] {
  const faults: string[] = []
  for (const role of group.roles) {
    const holders = all.filter(({ roleIds }) => roleIds.includes(role._id)).length
    if (holders !== taken(role)) faults.push(`${role.name}: ${holders} hold it, ${taken(role)} are counted`)
    if (holders > role.max) faults.push(`${role.name}: ${holders} hold ${role.max} seats`)
  }
  const [yes, no] = [true, false].map((said) => all.filter(({ attending }) => attending === said).length)
  if (group.answers.yes !== yes || group.answers.no !== no)
    faults.push(`${yes} said yes and ${no} no, ${group.answers.yes} and ${group.answers.no} are counted`)
  return faults
}

/** No role had more holders than seats at any moment, and whoever was told that it is full was told so while it may have been. */
function ofSeats(journal: readonly Sent[], { group }: Kept): string[] {
  const refused = journal
    .filter(({ status, text }) => status === 409 && JSON.parse(text).code === 'role-full')
    .map((one) => ({ ...one, full: JSON.parse(one.text).roles as string[] }))
  return group.roles.flatMap(({ name, max }) => {
    const most = atMost(surelyHold(journal, name))
    const could = couldHold(journal, name)
    const wrong = refused.filter(({ full, sentAt, endedAt }) => full.includes(name) && mostWithin(could, sentAt, endedAt) < max)
    return [
      ...(most > max ? [`${name}: ${most} were told that they have one of ${max} seats`] : []),
      ...wrong.map(
        ({ email, sentAt, endedAt }) => `${email}: told that ${name} is full while ${mostWithin(could, sentAt, endedAt)} of ${max} had it`,
      ),
    ]
  })
}

/** Reads a store that no server has any more, closes it, and gives what is kept and the oracle's objections. */
export async function judge(store: Store, { groupId }: { readonly groupId: string }, journal: readonly Sent[]) {
  const kept = await readKept(store, groupId)
  await store.close()
  return { kept, found: objections(journal, kept) }
}
