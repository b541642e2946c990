// R107: how the order of an event's groups is saved over what others save meanwhile: nobody's order is overwritten unseen.
import { CallFailed } from '#client/lib/call.ts'
import { isConflict, settled } from '#client/lib/conflict/conflict.ts'
import type { EditDraft, Saving } from '#client/lib/conflict/save.ts'
import { putEvent } from '#client/records/events.ts'
import { EventView } from '#protocol/seats/event.ts'
import { orderGroups } from './acts.ts'

/** The state that the order began with. */
export type Ordered = Pick<EventView, '_id' | 'settingsRev' | 'groupIds'>
export type OrderDraft = EditDraft<Ordered, readonly string[]>

/** The refusal carries the event as it is now. */
function currentOf(error: unknown): Ordered {
  const parsed = error instanceof CallFailed ? EventView.safeParse(error.body.present) : undefined
  if (!parsed?.success) throw error
  putEvent(parsed.data)
  return parsed.data
}

export const orderSaving = (nameOf: (id: string) => string): Saving<Ordered, readonly string[]> => ({
  isChanged: ({ opened, edits }) => opened.groupIds.join() !== edits.join(),
  send: async ({ opened, edits }) => {
    await orderGroups(opened, edits)
    return undefined
  },
  current: async (_, error) => currentOf(error),
  compare: ({ opened, edits }, current) => {
    // Of those that both know; what was added meanwhile stays behind them.
    const known = (ids: readonly string[]) => ids.filter((id) => opened.groupIds.includes(id) && current.groupIds.includes(id))
    const versions = { base: known(opened.groupIds), mine: known(edits), theirs: known(current.groupIds) }
    const added = current.groupIds.filter((id) => !opened.groupIds.includes(id))
    const inWords = (ids: readonly string[]) => ids.map(nameOf).join('\n')
    const conflict = { key: 'order', label: 'Order of the groups', mine: inWords(versions.mine), theirs: inWords(versions.theirs) }
    return {
      conflicts: isConflict(versions) ? [conflict] : [],
      settle: (choices) => [...settled(versions, choices.order), ...added],
    }
  },
})
