// Sends the draft as an event with its group.

import { sentFields } from '#client/event/form/event-fields.ts'
import { sentGroup } from '#client/group/several/draft.ts'
import { call } from '#client/lib/call.ts'
import { linkFor } from '#client/lib/event/share-path.ts'
import { putEvent } from '#client/records/events.ts'
import { putGroup } from '#client/records/groups.ts'
import { type Assignment, rulesOf } from '#client/role/assignment.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { madeUpGroup } from '#protocol/seats/group.ts'
import type { CreationDraft } from './draft.ts'

/** What an empty group name becomes (E2). */
export const groupNameFor = (eventName: string) => (eventName.trim() ? madeUpGroup(eventName.trim()) : 'My Group')

/** R140: where there are several, what else is set of a group is set of each. */
const sentGroups = ({ fields, group, roles, groups }: CreationDraft) =>
  groups.length > 0
    ? groups.map((one) => ({ ...group, ...sentGroup(one, fields.timeZone) }))
    : [{ ...group, name: group.name.trim() || groupNameFor(fields.name), roles }]

/** Creates event and group; answers whether they are published at once (R32), their ids, and the link for guests. The key makes a repeat harmless (R56). */
export async function createEvent(
  draft: CreationDraft,
  assignment: Assignment,
  needsEmail: boolean,
): Promise<{ isPublished: boolean; eventId: string; groupId: string; link: string }> {
  const { key, fields, organisingOrgObj, grantMember, groups: several, perPerson } = draft
  const reply = await call(
    eventApi.createWithGroup,
    {
      event: {
        ...sentFields(fields, needsEmail),
        ...(several.length > 0 && perPerson),
        ...(organisingOrgObj && { ownerOrgId: organisingOrgObj._id }),
        assignmentRules: rulesOf(assignment),
        ...(organisingOrgObj && assignment.enableRoleAssignment && grantMember && { grantMember }),
      },
      groups: sentGroups(draft),
    },
    { key },
  )
  putEvent(reply.event)
  for (const view of reply.groups) putGroup(view)
  const { event, groups, groupId, published: isPublished } = reply
  return { isPublished, eventId: event._id, groupId, link: linkFor(event, groups) }
}
