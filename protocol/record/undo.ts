// What is said about taking back what one has just done (R106).
import { z } from 'zod/mini'
import { post } from '#protocol/kernel/endpoint.ts'
import { id } from '#protocol/kernel/fields.ts'
import { EventView } from '#protocol/seats/event.ts'
import { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import type { ActivityKind } from './activity.ts'

/** What can be taken back. */
export const undoableKinds: readonly ActivityKind[] = [
  'assign',
  'unassign',
  'reassign',
  'remove',
  'role-add',
  'role-change',
  'role-remove',
  'limit',
  'settings',
  'event',
]

export const undoApi = {
  /** By the id of an act, or of any line of it. */
  undo: post(
    '/activity/:id/undo',
    z.strictObject({ id: id('Invalid Activity Id') }),
    /** `rsvps` are the answers that changed, none where it was taken back before; `event` is there where that changed. */
    z.object({ group: GroupView, rsvps: z.array(RsvpRow), event: z.optional(EventView) }),
  ),
}
