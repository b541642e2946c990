// One picture of a group for the model and for the product, without ids, so that the two can be compared with one line.
import type { Event } from '#server/event/model.ts'
import { type Group, taken } from '#server/group/model.ts'
import { isConfirmed, type Rsvp } from '#server/rsvp/model.ts'
import { type Model, type ModelPerson, seatsTaken } from './model.ts'

interface Picture {
  readonly roles: readonly {
    readonly name: string
    readonly max: number
    readonly taken: number
    readonly counts: Group['roles'][0]['counts']
  }[]
  readonly answers: Group['answers']
  readonly people: readonly object[]
  readonly asksConfirmation: boolean
  readonly choosing: readonly boolean[]
  readonly start: string
  readonly cancelled: boolean
}

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
      })),
    asksConfirmation: model.asksConfirmation,
    choosing: [mode === 'choose', mode === 'assign', model.single],
    start: new Date(model.start).toISOString(),
    cancelled: model.cancelled,
  }
}

/** Shows what the product has: its own counts, and its records as everyone reads them. `whoOf` tells whose an answer is. */
export function pictureOfRecords(group: Group, event: Event, rsvps: readonly Rsvp[], whoOf: (email: string) => number): Picture {
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
      })),
    asksConfirmation: group.showConfirmation,
    choosing: [enableRoleSelfSelect, enableRoleAssignment, rule === 'singleRoleOnly'],
    start: event.start,
    cancelled: group.cancelledAt !== null,
  }
}

/** The roles that more people have than may: none, ever. */
export const overbooked = ({ roles }: Picture) => roles.filter(({ max, taken: seats }) => seats > max).map(({ name }) => name)
