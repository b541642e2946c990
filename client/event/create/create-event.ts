// Sends the draft as an event with its group.

import { sentFields } from '#client/event/form/event-fields.ts'
import { call } from '#client/lib/call.ts'
import { putEvent } from '#client/records/events.ts'
import { putGroup } from '#client/records/groups.ts'
import { type Assignment, rulesOf } from '#client/role/assignment.ts'
import { eventApi } from '#protocol/event.ts'
import type { Draft } from './draft.ts'

/** What an empty group name becomes (E2). */
export const groupNameFor = (eventName: string) => (eventName.trim() ? `Group for ${eventName.trim()}`.slice(0, 120) : 'My Group')

/** Creates event and group; answers whether they are published at once (R32), and the link for invitees. The key makes a repeat harmless (R56). */
export async function createEvent(
  draft: Draft,
  assignment: Assignment,
  needsEmail: boolean,
): Promise<{ isPublished: boolean; link: string }> {
  const { key, fields, group, roles, organisingOrgObj, grantMember } = draft
  const reply = await call(
    eventApi.createWithGroup,
    {
      event: {
        ...sentFields(fields, needsEmail),
        ...(organisingOrgObj && { ownerOrgId: organisingOrgObj._id }),
        assignmentRules: rulesOf(assignment),
        ...(organisingOrgObj && assignment.enableRoleAssignment && grantMember && { grantMember }),
      },
      groups: [{ ...group, name: group.name.trim() || groupNameFor(fields.name), roles }],
    },
    { key },
  )
  putEvent(reply.event)
  for (const view of reply.groups) putGroup(view)
  return { isPublished: reply.published, link: reply.groups[0]?.shareLink ?? '' }
}
