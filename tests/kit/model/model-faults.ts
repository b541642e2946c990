// Faults planted in the pure rules, one at a time: the property over the model must find each.
import type { Group } from '#server/group/model.ts'
import { roleNamed } from '#server/group/rules.ts'
import { type Rules, trueRules } from './model-rules.ts'

/** Runs a rule on a group without limits, and puts the limits back afterwards. */
function uncapped<R extends { readonly group: Group }>(group: Group, rule: (group: Group) => R): R {
  const roomy = { ...group, roles: group.roles.map((role) => ({ ...role, max: Number.POSITIVE_INFINITY })) }
  const after = rule(roomy)
  if (after.group === roomy) return { ...after, group }
  const maxOf = (id: string) => group.roles.find(({ _id }) => _id === id)?.max ?? 0
  return { ...after, group: { ...after.group, roles: after.group.roles.map((role) => ({ ...role, max: maxOf(role._id) })) } }
}

export const faults: Readonly<Record<string, Partial<Rules>>> = {
  'seats are not counted when an answer comes': {
    placeRsvp: (placing) => uncapped(placing.group, (group) => trueRules.placeRsvp({ ...placing, group })),
  },
  'seats are not counted when a role is assigned': {
    assignRole: (assigning) => uncapped(assigning.group, (group) => trueRules.assignRole({ ...assigning, group })),
  },
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
  'what is over takes answers': { checkOpen: () => {} },
  'confirmation can be switched off': { checkConfirmation: (group, wanted) => wanted ?? group.showConfirmation },
}
