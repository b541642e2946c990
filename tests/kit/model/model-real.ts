// The product's records of where a history begins, and whose they are.
import { newUser } from '#server/people/model/account.ts'
import type { UndoLine } from '#server/record/rules/undo.ts'
import type { Event } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import type { WaitPage } from '#server/seats/model/waitlist.ts'
import { anEventWithGroup, aRole } from '../world/records.ts'
import { eventHours, type Model } from './model-state.ts'

export interface Real {
  readonly group: Group
  readonly event: Event
  readonly rsvps: ReadonlyMap<number, Rsvp>
  readonly pages: ReadonlyMap<string, WaitPage>
  readonly tier: 'free' | 'team'
  readonly now: number
  readonly idsMade: number
  /** R106: the lines of what can be taken back, the latest last. */
  readonly acts: readonly { readonly lines: readonly UndoLine[]; readonly isUndone: boolean }[]
}

export const iso = (ms: number) => new Date(ms).toISOString()
export const endOf = (start: number) => iso(start + eventHours * 3_600_000)
export const emailOf = (who: number) => `p${who}@people.test`
export const whoOf = (email: string) => Number(/^p(\d)/.exec(email)?.[1])

/** The product's records of where a history begins. */
export function realOf(model: Model): Real {
  const owner = newUser('o', 'o@people.test', iso(model.now))
  const ids = ['e', 'g'].values()
  const made = anEventWithGroup(owner, {
    now: model.now,
    randomId: () => ids.next().value ?? 'c',
    group: { showConfirmation: model.asksConfirmation, limitToMembers: false },
  })
  const assignmentRules = {
    rule: model.single ? ('singleRoleOnly' as const) : ('' as const),
    enableRoleAssignment: model.mode === 'assign',
    enableRoleSelfSelect: model.mode === 'choose',
  }
  const event: Event = { ...made.event, start: iso(model.start), end: endOf(model.start), assignmentRules }
  const group: Group = { ...made.group, roles: model.roles.map(({ id, name, max }) => aRole(`r${id}`, name, max)) }
  return { group, event, rsvps: new Map(), pages: new Map(), tier: model.tier, now: model.now, idsMade: 0, acts: [] }
}
