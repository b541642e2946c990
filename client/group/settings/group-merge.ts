// Two people edit one group: what I typed, what is there now, and what both started from, brought together (R55).
import type { Clash } from '#client/lib/stale-notice.tsx'
import { isSame, mergeRoles } from '#client/role/role-merge.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import type { GroupView } from '#protocol/group.ts'
import type { GroupFieldsValue } from './group-fields.tsx'

/** Everything the form holds. */
export interface GroupEdits {
  fields: GroupFieldsValue
  roles: DraftRole[]
}

/** What is chosen by itself. */
const choices = ['displayRSVPToAll', 'limitToMembers', 'attendingOrgIds', 'waitlist', 'waitlistCutoffHours', 'handOver'] as const

export const editsOf = (group: GroupView): GroupEdits => ({
  fields: {
    name: group.name,
    description: group.description,
    displayRSVPToAll: group.displayRSVPToAll,
    limitToMembers: group.limitToMembers,
    attendingOrgIds: group.attendingOrgIds,
    waitlist: group.waitlist,
    waitlistCutoffHours: group.waitlistCutoffHours,
    handOver: group.handOver,
  },
  roles: group.roles.map(({ _id, name, max, min = 0 }) => ({ _id, name, max, min })),
})

const flat = ({ fields, roles }: GroupEdits) => ({ ...fields, name: fields.name.trim(), description: fields.description.trim(), roles })

/** What is sent: only what was changed, so that what others change meanwhile stays. */
export function changesOf(base: GroupEdits, mine: GroupEdits): Partial<ReturnType<typeof flat>> {
  const [before, now] = [flat(base), flat(mine)]
  const changed = (['name', 'description', ...choices, 'roles'] as const).filter((field) => !isSame(now[field], before[field]))
  return Object.fromEntries(changed.map((field) => [field, now[field]])) as Partial<ReturnType<typeof flat>>
}

/** Keeps what I changed, takes the rest from what is there now, and tells what both had changed. */
export function mergeGroup(base: GroupEdits, mine: GroupEdits, theirs: GroupEdits): { edits: GroupEdits; clashes: Clash[] } {
  const [before, other] = [base.fields, theirs.fields]
  const pick = <F extends keyof GroupFieldsValue>(field: F) =>
    isSame(mine.fields[field], before[field]) ? other[field] : mine.fields[field]
  const told = { name: ['Name', other.name], description: ['Description', other.description || 'empty'] } as const
  const clashes = (['name', 'description'] as const)
    .filter((field) => new Set([before[field], mine.fields[field], other[field]]).size === 3)
    .map((field) => ({ part: told[field][0], theirs: told[field][1] }))
  return {
    edits: {
      fields: {
        name: pick('name'),
        description: pick('description'),
        displayRSVPToAll: pick('displayRSVPToAll'),
        limitToMembers: pick('limitToMembers'),
        attendingOrgIds: pick('attendingOrgIds'),
        waitlist: pick('waitlist'),
        waitlistCutoffHours: pick('waitlistCutoffHours'),
        handOver: pick('handOver'),
      },
      roles: mergeRoles(base.roles, mine.roles, theirs.roles),
    },
    clashes,
  }
}
