// Two people edit one group: what I typed, what is there now, and what both started from, brought together (R55, R107).
import { type Choices, type Comparison, isConflict, isSame, settled, type Typed, type Versions } from '#client/lib/conflict/conflict.ts'
import { compareRoles, roleText } from '#client/role/role-merge.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import { cutoffLabel } from '#client/waitlist/cutoff.ts'
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
  const before = flat(base)
  const now = flat(mine)
  const changed = (['name', 'description', ...choices, 'roles'] as const).filter((field) => !isSame(now[field], before[field]))
  return Object.fromEntries(changed.map((field) => [field, now[field]])) as Partial<ReturnType<typeof flat>>
}

const labels = {
  name: 'Name',
  description: 'Description',
  displayRSVPToAll: 'RSVP visibility',
  limitToMembers: 'Event access',
  attendingOrgIds: 'Attending organization',
  waitlist: 'Waitlist',
  waitlistCutoffHours: 'Give free seats without asking',
  handOver: 'Handing over',
} as const satisfies Record<keyof GroupFieldsValue, string>
const fieldNames = Object.keys(labels) as (keyof GroupFieldsValue)[]

/** Names an organization for whoever edits. */
export type NameOf = (orgId: string) => string

function fieldText(fields: GroupFieldsValue, field: keyof GroupFieldsValue, nameOf: NameOf): string {
  switch (field) {
    case 'name':
    case 'description':
      return fields[field].trim() || 'Empty'
    case 'displayRSVPToAll':
      return fields.displayRSVPToAll ? 'Allow' : 'Keep Private'
    case 'limitToMembers':
      return fields.limitToMembers ? 'Members Only' : 'Open Event'
    case 'attendingOrgIds':
      return fields.attendingOrgIds.map(nameOf).join(', ') || 'None'
    case 'waitlistCutoffHours':
      return cutoffLabel(fields.waitlistCutoffHours)
    case 'waitlist':
    case 'handOver':
      return fields[field] ? 'On' : 'Off'
  }
}

/** R107: mine and theirs over what both started from, field by field and role by role. */
export function compareGroup(
  { base, mine, theirs }: Versions<GroupEdits>,
  nameOf: NameOf = () => 'Another organization',
): Comparison<GroupEdits> {
  const before = flat(base)
  const now = flat(mine)
  const other = flat(theirs)
  const versions = (field: keyof GroupFieldsValue) => ({ base: before[field], mine: now[field], theirs: other[field] })
  const roles = compareRoles({ base: base.roles, mine: mine.roles, theirs: theirs.roles })
  const conflicts = fieldNames
    .filter((field) => isConflict<unknown>(versions(field)))
    .map((field) => ({
      key: field,
      label: labels[field],
      mine: fieldText(mine.fields, field, nameOf),
      theirs: fieldText(theirs.fields, field, nameOf),
    }))
  const settle = (choices: Choices): GroupEdits => {
    // Every field is named, each with a value of its own type.
    const fields: unknown = Object.fromEntries(fieldNames.map((field) => [field, settled<unknown>(versions(field), choices[field])]))
    return { fields: fields as GroupFieldsValue, roles: roles.settle(choices) }
  }
  return { conflicts: [...conflicts, ...roles.conflicts], settle }
}

/** What was changed, in words, to be copied where it can't be saved. */
export function typedOf(base: GroupEdits, mine: GroupEdits, nameOf: NameOf = () => 'Another organization'): Typed[] {
  const changes = changesOf(base, mine)
  const changed = fieldNames
    .filter((field) => field in changes)
    .map((field) => ({ label: labels[field], text: fieldText(mine.fields, field, nameOf) }))
  return changes.roles ? [...changed, { label: 'Roles', text: mine.roles.map(roleText).join('\n') }] : changed
}
