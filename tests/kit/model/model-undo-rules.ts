// The product's rules for taking back, driven by the commands of the model (R106): the lines are made from the records, as the write path makes them.

import { refuse } from '#server/kernel/refuse.ts'
import { answerDrafts } from '#server/record/activity/actions.ts'
import { groupFacts } from '#server/record/rules/activity.ts'
import { asBefore, checkUndoable, isOfSeats, isOfTaking, putSeatsBack, type UndoLine } from '#server/record/rules/undo.ts'
import { putRolesBack } from '#server/record/rules/undo-role.ts'
import { eventFor } from '#server/seats/model/event.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { iso, type Real, whoOf } from './model-real.ts'
import type { Rules } from './model-rules.ts'
import type { Command } from './model-state.ts'

export const undoRules = { asBefore, checkUndoable, putRolesBack, putSeatsBack }

const ada = { type: 'person', userId: 'ada', name: 'Ada' } as const
const byOwner: readonly Command['kind'][] = ['assign', 'swap', 'take', 'pass', 'setMax']

/** The records with the lines of the act that made them, if it is one of those that the model takes back. */
export function withAct(before: Real, command: Command, after: Real): Real {
  if (!byOwner.includes(command.kind) || before === after) return after
  const whos = new Set([...before.rsvps.keys(), ...after.rsvps.keys()])
  const pairs = [...whos]
    .map((who) => ({ before: before.rsvps.get(who), after: after.rsvps.get(who) }))
    .filter((pair) => pair.before !== pair.after)
  const groups = { before: before.group, after: after.group }
  const acted = { pairs: new Map(), actor: { by: ada, via: 'account' as const } }
  const drafts: { kind: UndoLine['kind']; sides: Pick<UndoLine, 'from' | 'to'>; rsvp?: Rsvp | undefined }[] = [
    ...groupFacts(groups),
    ...answerDrafts(pairs, groups, acted),
  ]
  const lines = drafts.map((draft): UndoLine => {
    const rsvp = draft.rsvp ? { rsvp: { _id: draft.rsvp._id, name: draft.rsvp.name } } : {}
    return { at: iso(before.now), by: ada, kind: draft.kind, ...rsvp, from: draft.sides.from, to: draft.sides.to }
  })
  const isAct = lines.some(({ kind }) => ['assign', 'unassign', 'reassign', 'limit', 'seat'].includes(kind))
  return isAct ? { ...after, acts: [...after.acts, { lines, isUndone: false }] } : after
}

interface Undone {
  readonly real: Real
  readonly change: { readonly group: Real['group']; readonly changed: ReturnType<typeof putSeatsBack>['changed'] }
}
/** What an undo puts back, before what follows from it. */
export function undone(rules: Rules, real: Real, back: number, open: (isTaking: boolean) => unknown): Undone {
  const act = real.acts.at(-1 - back)
  if (!act || real.group.cancelledAt) refuse('activity-unknown')
  const own = rules.checkUndoable(act.lines, 'ada', real.now)
  if (act.isUndone) refuse('undo-done')
  const seats = own.filter(isOfSeats)
  if (seats.length > 0) open(seats.every(isOfTaking))
  const { group: shaped } = rules.putRolesBack(real.group, own, real.tier)
  const rsvps = new Map([...real.rsvps.values()].map((rsvp) => [rsvp._id, rsvp]))
  const { group, changed } = rules.putSeatsBack(
    { group: shaped, event: eventFor(real.event, shaped), rsvps, stood: new Map(), now: real.now },
    seats,
  )
  const dropped = changed.flatMap(({ before, after }) => (after ? [] : [whoOf(before.email)]))
  const kept = new Map([...real.rsvps].filter(([who]) => !dropped.includes(who)))
  const acts = real.acts.map((one) => (one === act ? { ...one, isUndone: true } : one))
  return { real: { ...real, rsvps: kept, acts }, change: { group, changed } }
}
