// Who would have two seats too close in time, once an event or one of its groups is at another time (R147a).
import { rsvpsPerPage } from '#protocol/kernel/limits.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Event, eventFor } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import { type Rsvp, rsvpId, rsvps, seatsHeld } from '#server/seats/model/rsvp.ts'
import { overlaps, type Seat } from './overlap.ts'

/** An event with all of its groups, as they stand or are to stand. */
export interface WholeEvent {
  readonly event: Event
  readonly groups: readonly Group[]
}
type Two = readonly [Seat, Seat]

const seatsOf = ({ event, groups }: WholeEvent): Seat[] => groups.map((group) => ({ group, event: eventFor(event, group) }))

/** The groups that overlap from now on, two by two. */
function newlyClose(before: WholeEvent, after: WholeEvent): Two[] {
  const was = new Map(seatsOf(before).map((seat) => [seat.group._id, seat]))
  const wereClose = (one: Seat, other: Seat) => {
    const [first, second] = [was.get(one.group._id), was.get(other.group._id)]
    return first !== undefined && second !== undefined && overlaps(first, second)
  }
  const seats = seatsOf(after).sort((one, other) => (one.event.start < other.event.start ? -1 : 1))
  const pairs = seats.flatMap((one, nth) => seats.slice(nth + 1).map((other): Two => [one, other]))
  return pairs.filter(([one, other]) => overlaps(one, other) && !wereClose(one, other))
}

const hasSeat = (rsvp: Rsvp | undefined, group: Group): rsvp is Rsvp => isSeated(rsvp) && seatsHeld(rsvp, group).length > 0
const yesIn = ({ answers }: Group) => answers.yes + answers.none

type Deps = Pick<Services, 'secrets'>
/** Reads who has a seat in a group, each group once. */
function createSeated(tx: Reader) {
  const known = new Map<string, Promise<ReadonlySet<string>>>()
  const read = async (group: Group) => {
    const emails = new Set<string>()
    for (let last: Rsvp | undefined; ; ) {
      const where = { groupId: group._id }
      const page: Rsvp[] = await tx.find(rsvps, { index: 'group', where, limit: rsvpsPerPage, ...(last && { after: last }) })
      for (const rsvp of page) if (rsvp.email !== '' && hasSeat(rsvp, group)) emails.add(rsvp.email)
      last = page.at(-1)
      if (!last || page.length < rsvpsPerPage) return emails
    }
  }
  return (group: Group) => {
    const found = known.get(group._id) ?? read(group)
    known.set(group._id, found)
    return found
  }
}

/** A group that is so many times as large as the other is asked for each person of that one instead of being read. */
const muchLarger = 10
async function inBoth({ secrets }: Deps, tx: Reader, [{ group: one }, { group: other }]: Two, seated: ReturnType<typeof createSeated>) {
  const [small, large] = yesIn(one) <= yesIn(other) ? [one, other] : [other, one]
  const emails = [...(await seated(small))]
  if (yesIn(large) <= yesIn(small) * muchLarger) {
    const there = await seated(large)
    return emails.filter((email) => there.has(email))
  }
  const there = await Promise.all(emails.map((email) => tx.get(rsvps, rsvpId(secrets, large, email))))
  return emails.filter((_, nth) => hasSeat(there[nth], large))
}

/** The refusal names so many pairs of groups; all of them are beside it. */
const maxNamed = 3
function pairsInWords(names: readonly string[]): string {
  const others = names.length - maxNamed
  return others > 0 ? `${names.slice(0, maxNamed).join(', ')}, and ${others} more` : names.join(', ')
}

/** R147a: refuses `moves-overlap` where anybody would come to have two seats too close in time, and says how many do, and in which groups. */
export async function checkMoves(services: Deps, tx: Reader, before: WholeEvent, after: WholeEvent) {
  if (after.event.firstGroupId === undefined) return
  const seated = createSeated(tx)
  const people = new Set<string>()
  const found: { readonly names: string; readonly groupIds: readonly string[]; readonly people: number }[] = []
  for (const two of newlyClose(before, after)) {
    const emails = await inBoth(services, tx, two, seated)
    const [{ group: one }, { group: other }] = two
    if (emails.length > 0)
      found.push({ names: `“${one.name}” and “${other.name}” (${emails.length})`, groupIds: [one._id, other._id], people: emails.length })
    for (const email of emails) people.add(email)
  }
  if (found.length === 0) return
  const clashes = found.map(({ names: _, ...clash }) => clash)
  refuse('moves-overlap', {
    who: peopleText(people.size),
    groups: pairsInWords(found.map(({ names }) => names)),
    people: people.size,
    clashes,
  })
}
