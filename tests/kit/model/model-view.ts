// One picture of a group for the model and for the product, without ids, so that the two can be compared with one line.
import type { Event } from '#server/seats/model/event.ts'
import { type Group, type Role, taken } from '#server/seats/model/group.ts'
import { handOverOf, isConfirmed, type Rsvp } from '#server/seats/model/rsvp.ts'
import type { WaitPage } from '#server/seats/model/waitlist.ts'
import { seatsOffered } from './model-offers.ts'
import { type Model, type ModelPerson, seatsTaken } from './model-state.ts'
import { lineOf } from './model-waiting.ts'

interface Picture {
  readonly roles: readonly {
    readonly name: string
    readonly max: number
    readonly taken: number
    readonly counts: Group['roles'][0]['counts']
  }[]
  readonly answers: Group['answers']
  readonly people: readonly { readonly offers: readonly string[] }[]
  readonly asksConfirmation: boolean
  readonly choosing: readonly boolean[]
  readonly start: string
  readonly cancelled: boolean
  /** By the name of the role: who waits, the next one first. */
  readonly lines: readonly (readonly [role: string, who: readonly number[]])[]
  /** R93: who has it, the one who has had it longest first: the last one has to go where the limit is lowered. */
  readonly seated: readonly (readonly [role: string, who: readonly number[]])[]
}

/** R94: to whom, which roles, until when. */
const handOverText = (to: number, roles: readonly string[], until: number) => `${to} ${roles.join()} ${new Date(until).toISOString()}`

const count = (people: readonly ModelPerson[], is: (person: ModelPerson) => boolean) => people.filter(is).length

function countsOf({ people }: Model, id: number) {
  const holders = people.filter(({ roles }) => roles.includes(id))
  return {
    confirmedAndYes: count(holders, ({ attending, confirmed }) => attending === true && confirmed),
    yesNotConfirmed: count(holders, ({ attending, confirmed }) => attending === true && !confirmed),
    assignedNoResponse: count(holders, ({ attending }) => attending === null),
    declined: count(people, ({ attending, declined }) => attending === false && declined.includes(id)),
  }
}

/** Shows a model, counting everything anew. */
export function pictureOfModel(model: Model): Picture {
  const { people, roles, mode } = model
  const names = (ids: readonly number[]) => roles.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return {
    roles: roles.map((role) => ({ name: role.name, max: role.max, taken: seatsTaken(model, role.id), counts: countsOf(model, role.id) })),
    answers: {
      yes: count(people, ({ attending }) => attending === true),
      no: count(people, ({ attending }) => attending === false),
      none: count(people, ({ attending }) => attending === null),
    },
    people: [...people]
      .sort((a, b) => a.who - b.who)
      .map(({ who, name, attending, confirmed, ...one }) => ({
        who,
        name,
        attending,
        confirmed,
        roles: names(one.roles),
        declined: names(one.declined),
        offers: one.offers.map(({ id, until }) => `${names([id]).join()} ${new Date(until).toISOString()}`).sort(),
        handOver:
          one.handOver && seatsOffered({ ...one, who, name, attending, confirmed }).length > 0
            ? handOverText(one.handOver.to, names(one.handOver.roles), one.handOver.until)
            : '',
        said: one.offers.length > 0 || roles.some(({ id }) => lineOf(model, id).includes(who)) ? [one.keep, one.replace] : [],
      })),
    lines: roles.map(({ id, name }) => [name, lineOf(model, id)] as const),
    seated: roles.map(({ id, name }) => [name, model.seatings.filter((one) => one.id === id).map(({ who }) => who)] as const),
    asksConfirmation: model.asksConfirmation,
    choosing: [mode === 'choose', mode === 'assign', model.single],
    start: new Date(model.start).toISOString(),
    cancelled: model.cancelled,
  }
}

/** Who stands on a line, by its pages, which must be counted rightly and agree with what the people themselves keep. */
function lineIn({ _id, line }: Role, pages: readonly WaitPage[], rsvps: readonly Rsvp[]): Rsvp[] {
  const own = pages.filter(({ roleId }) => roleId === _id).toSorted((a, b) => a.no - b.no)
  const ids = own.flatMap(({ rsvpIds }) => rsvpIds)
  const waiting = rsvps.filter(({ waits = [] }) => waits.some(({ roleId }) => roleId === _id))
  const counted = (line?.counts ?? []).flatMap((count, nth) => (count > 0 ? `${(line?.first ?? 0) + nth}: ${count}` : []))
  const kept = own.map(({ no, rsvpIds }) => `${no}: ${rsvpIds.length}`)
  if (waiting.length !== ids.length || counted.join() !== kept.join())
    throw new Error(`the line counts ${counted.join()}, its pages hold ${kept.join()}`)
  return ids.map((id) => rsvps.find((rsvp) => rsvp._id === id) as Rsvp)
}
const seatedIn = ({ _id }: Role, rsvps: readonly Rsvp[]) =>
  rsvps
    .filter(({ attending, roleIds }) => attending !== false && roleIds.includes(_id))
    .toSorted((a, b) => (a.seatedAt?.[_id] ?? 0) - (b.seatedAt?.[_id] ?? 0))
/** Whether they wait, or something is held for them, in a role that is still there. */
const isServed = (group: Group, { waits = [], offers = [] }: Rsvp) =>
  [...waits, ...offers].some(({ roleId }) => group.roles.some(({ _id }) => _id === roleId))
const offersOf = (group: Group, { offers = [] }: Rsvp) =>
  offers.flatMap(({ roleId, until }) => group.roles.filter(({ _id }) => _id === roleId).map(({ name }) => `${name} ${until}`)).sort()

function handedOver(group: Group, rsvp: Rsvp, whoOf: (email: string) => number): string {
  const pending = handOverOf(rsvp, group)
  const roles = group.roles.filter(({ _id }) => pending?.roleIds.includes(_id)).map(({ name }) => name)
  return pending ? handOverText(whoOf(pending.email), roles, Date.parse(pending.until)) : ''
}

/** Shows what the product has: its own counts, and its records as everyone reads them. `whoOf` tells whose an answer is. */
export function pictureOfRecords(
  group: Group,
  event: Event,
  rsvps: readonly Rsvp[],
  whoOf: (email: string) => number,
  pages: readonly WaitPage[],
): Picture {
  const names = (ids: readonly string[]) => group.roles.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name)
  const { enableRoleSelfSelect, enableRoleAssignment, rule } = event.assignmentRules
  return {
    roles: group.roles.map((role) => ({ name: role.name, max: role.max, taken: taken(role), counts: role.counts })),
    answers: group.answers,
    people: rsvps
      .map((rsvp) => ({ who: whoOf(rsvp.email), rsvp }))
      .sort((a, b) => a.who - b.who)
      .map(({ who, rsvp }) => ({
        who,
        name: rsvp.name,
        attending: rsvp.attending,
        confirmed: isConfirmed(rsvp, group),
        roles: names(rsvp.roleIds),
        declined: names(rsvp.declinedRoleIds),
        offers: offersOf(group, rsvp),
        handOver: handedOver(group, rsvp, whoOf),
        said: isServed(group, rsvp) ? [rsvp.keepWaiting ?? false, rsvp.replaceRole ?? false] : [],
      })),
    lines: group.roles.map((role) => [role.name, lineIn(role, pages, rsvps).map(({ email }) => whoOf(email))] as const),
    seated: group.roles.map((role) => [role.name, seatedIn(role, rsvps).map(({ email }) => whoOf(email))] as const),
    asksConfirmation: group.showConfirmation,
    choosing: [enableRoleSelfSelect, enableRoleAssignment, rule === 'singleRoleOnly'],
    start: event.start,
    cancelled: group.cancelledAt !== null,
  }
}

/** The roles that more people have than may: none, ever. */
export const overbooked = ({ roles }: Picture) => roles.filter(({ max, taken: seats }) => seats > max).map(({ name }) => name)

/** The roles with a free seat that somebody waits for, before the event begins: none, ever (R90). */
export const idle = ({ roles, lines, people, start, cancelled }: Picture, now: number) =>
  cancelled || Date.parse(start) <= now
    ? []
    : roles
        .filter(({ name, max, taken: seats }) => {
          const held = people.flatMap(({ offers }) => offers).filter((one) => one.startsWith(`${name} `)).length
          return seats + held < max && lines.some(([role, who]) => role === name && who.length > 0)
        })
        .map(({ name }) => name)
