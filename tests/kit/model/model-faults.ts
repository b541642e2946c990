// Faults planted in the pure rules, one at a time: the property over the model must find each.
import type { Group } from '#server/seats/model/group.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { roleNamed } from '#server/seats/rules/group.ts'
import type { SeatState } from '#server/seats/seating/lines.ts'
import { type Rules, trueRules } from './model-rules.ts'

/** Runs a rule on a group without limits, and puts the limits back afterwards. */
function uncapped<R extends { readonly group: Group }>(group: Group, rule: (group: Group) => R): R {
  const roomy = { ...group, roles: group.roles.map((role) => ({ ...role, max: Number.POSITIVE_INFINITY })) }
  const after = rule(roomy)
  if (after.group === roomy) return { ...after, group }
  const maxOf = (id: string) => group.roles.find(({ _id }) => _id === id)?.max ?? 0
  return { ...after, group: { ...after.group, roles: after.group.roles.map((role) => ({ ...role, max: maxOf(role._id) })) } }
}

/** The offers are forgotten by the one they were made to, and the seats stay held. */
const withoutEnd = (seating: SeatState, id: string): SeatState => {
  const rsvp = seating.rsvps.get(id)
  return rsvp ? { ...seating, rsvps: new Map([...seating.rsvps, [id, { ...rsvp, offers: undefined, offerUntil: undefined }]]) } : seating
}

export const faults: Readonly<Record<string, Partial<Rules>>> = {
  'seats are not counted when an answer comes': {
    placeRsvp: (placing) => uncapped(placing.group, (group) => trueRules.placeRsvp({ ...placing, group })),
  },
  'seats are not counted when a role is assigned': {
    assignRole: (assigning) => uncapped(assigning.group, (group) => trueRules.assignRole({ ...assigning, group })),
  },
  'seats are not counted when they are taken back': {
    putSeatsBack: (standing, lines) => uncapped(standing.group, (group) => trueRules.putSeatsBack({ ...standing, group }, lines)),
  },
  'an act can be taken back hours later': { checkUndoable: (lines, userId) => trueRules.checkUndoable(lines, userId, 0) },
  'a limit may go below the seats taken': {
    setRoleMax: (group, name, max) => group.roles.map((role) => (role === roleNamed(group, name) ? { ...role, max } : role)),
  },
  'declining keeps the seats': {
    placeRsvp: (placing) => {
      const placed = trueRules.placeRsvp(placing)
      return placing.answer.attending ? placed : { ...placed, group: { ...placed.group, roles: placing.group.roles } }
    },
  },
  'who passes a role on keeps it too': {
    moveRole: (moving) => ({ ...trueRules.moveRole(moving), giver: moving.giver }),
  },
  'a move of the event keeps confirmations': { unconfirmed: ({ roles, confirmEpoch }) => ({ roles: [...roles], confirmEpoch }) },
  'a freed seat is given to nobody': { fillVacancies: (seating) => ({ seating, given: 0 }) },
  'whoever came last is next': {
    fillVacancies: (seating, most) => {
      const turned = new Map([...seating.pages].map(([key, page]) => [key, { ...page, rsvpIds: page.rsvpIds.toReversed() }]))
      const filled = trueRules.fillVacancies({ ...seating, pages: turned }, most)
      const back = [...filled.seating.pages].map(([key, page]) => [key, { ...page, rsvpIds: page.rsvpIds.toReversed() }] as const)
      return { ...filled, seating: { ...filled.seating, pages: new Map(back) } }
    },
  },
  'an offer is not ended': { endOffers: (seating, id) => withoutEnd(seating, id) },
  'a declined offer goes on holding the seat': {
    answerOffer: (seating, id, role, taking) =>
      taking.accept ? trueRules.answerOffer(seating, id, role, taking) : withoutEnd(seating, id),
  },
  'a seat is given to who stays on the list': {
    settleChange: (seating, before, id) => {
      const { keepWaiting: _, ...rsvp } = seating.rsvps.get(id) ?? ({} as Rsvp)
      return rsvp.attending === false ? trueRules.settleChange(seating, before, id) : seating
    },
  },
  'who hands a seat over keeps it too': {
    acceptHandOver: (accepting) => ({ ...trueRules.acceptHandOver(accepting), giver: accepting.giver }),
  },
  'an offer of a seat is not ended': { endHandOver: (giver) => giver },
  'a seat that came to be handed over is not counted': {
    acceptHandOver: (accepting) => ({ ...trueRules.acceptHandOver(accepting), group: accepting.group }),
  },
  'those who had their seats longest are moved to the list': {
    moveToWaitlist: (seating, roleId, max, holders) =>
      trueRules.moveToWaitlist(
        seating,
        roleId,
        max,
        holders.map((one) => ({ ...one, seatedAt: { [roleId]: -(one.seatedAt?.[roleId] ?? 0) } })),
      ),
  },
  'who has a role again is the newest of its holders': {
    asBefore: (seating, before) => trueRules.asBefore(seating, { ...before, changed: [] }),
  },
  'what is over takes answers': { checkOpen: () => {} },
  'confirmation can be switched off': { checkConfirmation: (group, wanted) => wanted ?? group.showConfirmation },
}
