// What an organizer does to which groups an event has: one call each, and its reply goes into the store.
import type { z } from 'zod/mini'
import { endGroups } from '#client/group/actions.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { putEvent, refreshEvent } from '#client/records/events.ts'
import { dropGroup, isManaged, putGroup, useGroups } from '#client/records/groups.ts'
import { type EventView, eventApi } from '#protocol/seats/event.ts'
import { type GroupInput, type GroupView, groupApi } from '#protocol/seats/group.ts'

export async function addGroup(eventId: string, group: z.input<typeof GroupInput>, key: string): Promise<GroupView> {
  const reply = await call(eventApi.addGroup, { id: eventId, group }, { key })
  putGroup(reply.group)
  putEvent(reply.event)
  return reply.group
}

/** R107: over the settings that it began with, and no others. */
export async function orderGroups({ _id, settingsRev }: Pick<EventView, '_id' | 'settingsRev'>, groupIds: readonly string[]) {
  putEvent((await call(eventApi.orderGroups, { id: _id, groupIds: [...groupIds], settingsRev })).event)
}

export async function removeGroup(eventId: string, groupId: string) {
  await endGroups([groupId], () => call(groupApi.remove, { id: groupId }))
  await refreshEvent(eventId)
  dropGroup(groupId)
}

/** Takes back that it was added; not where somebody has answered since, whose answer would go with it. */
export async function removeNew(eventId: string, groupId: string) {
  const { group } = await call(groupApi.read, { id: groupId })
  if (isManaged(group)) putGroup(group)
  const { answers } = useGroups.getState().byId[groupId] ?? {}
  if (answers && answers.yes + answers.no + answers.none > 0)
    throw new CallFailed(409, {
      error: 'Someone has answered in this group since. You can still delete it from its options.',
      code: 'undo-answered',
    })
  await removeGroup(eventId, groupId)
}
