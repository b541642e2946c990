// Reads an event with its group and its plan's limits, as the edit form needs them, and sends what was changed.
import type { z } from 'zod/mini'
import { openGroup } from '#client/group/actions.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { putEvent } from '#client/records/events.ts'
import { isManaged, putGroup, putGroups } from '#client/records/groups.ts'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import { refusals } from '#protocol/kernel/refusals.ts'
import { type EventEdit, type EventView, eventApi } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'

export interface OpenedEvent {
  event: EventView
  group: GroupView
  /** Of the plan the event runs under. */
  limits: TierLimits
}

const notYours = () => new CallFailed(403, { error: refusals['not-yours'][1], code: 'not-yours' })

/** Refuses `not-yours` when the event can be seen but not managed. */
export async function openEvent(id: string, signal?: AbortSignal): Promise<OpenedEvent> {
  const { event, groups = [] } = await call(eventApi.read, { id }, { signal })
  const groupId = event.groupIds[0]
  if (!('rev' in event) || !groupId) throw notYours()
  putEvent(event)
  putGroups(groups)
  const { group, tierLimits } = await openGroup(groupId, signal)
  if (!isManaged(group) || !tierLimits) throw notYours()
  return { event, group, limits: tierLimits }
}

/** Sends the changes with the revisions they started from; refuses `stale-rev` when someone else was faster (R107). Gives the act, to take it back by (R106). */
export async function updateEvent(
  { event, group }: OpenedEvent,
  changes: Omit<z.input<typeof EventEdit>, 'id'>,
): Promise<string | undefined> {
  const { _id: id, settingsRev } = event
  const ofRoles = changes.roles && { groupSettingsRev: group.settingsRev }
  const reply = await call(eventApi.update, { id, settingsRev, ...ofRoles, ...changes })
  putEvent(reply.event)
  for (const group of reply.groups) putGroup(group)
  return reply.act
}
