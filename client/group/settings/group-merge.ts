// Two people edit one group: what I typed, what is there now, and what both started from, brought together (R55, R107).
import { companionsLabel } from '#client/companions/companions-field.tsx'
import { type Choices, type Comparison, isConflict, isSameJson, settled, type Typed, type Versions } from '#client/lib/conflict/conflict.ts'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { compareRoles, roleText } from '#client/role/role-merge.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import { cutoffLabel } from '#client/waitlist/cutoff.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { keysOf, settingsIn } from '#protocol/seats/settings.ts'
import { type GroupFieldsValue, groupFormSettings } from './group-values.ts'

/** Everything the form holds. */
export interface GroupEdits {
  fields: GroupFieldsValue
  roles: DraftRole[]
}

export const editsOf = (group: GroupView): GroupEdits => ({
  fields: settingsIn(groupFormSettings, group),
  roles: group.roles.map(({ _id, name, max, min = 0 }) => ({ _id, name, max, min })),
})

const fieldNames = keysOf(groupFormSettings)
const flat = ({ fields, roles }: GroupEdits) => ({
  ...fields,
  name: fields.name.trim(),
  description: fields.description.trim(),
  location: fields.location.trim(),
  roles,
})

/** What is sent: only what was changed, so that what others change meanwhile stays. */
export function changesOf(base: GroupEdits, mine: GroupEdits): Partial<ReturnType<typeof flat>> {
  const before = flat(base)
  const now = flat(mine)
  const changed = ([...fieldNames, 'roles'] as const).filter((field) => !isSameJson(now[field], before[field]))
  return Object.fromEntries(changed.map((field) => [field, now[field]])) as Partial<ReturnType<typeof flat>>
}

/** Names an organization for whoever edits. */
export type NameOf = (orgId: string) => string

const instantText = (iso: string, otherwise = 'As the event') => (iso ? formatInstant(iso, viewerZone()) : otherwise)

/** What is not said by its text, or by On and Off. */
const texts: { readonly [F in keyof GroupFieldsValue]?: (value: GroupFieldsValue[F], nameOf: NameOf) => string } = {
  displayRSVPToAll: (isShown) => (isShown ? 'Allow' : 'Keep Private'),
  limitToMembers: (isLimited) => (isLimited ? 'Members Only' : 'Open Event'),
  attendingOrgIds: (ids, nameOf) => ids.map(nameOf).join(', ') || 'None',
  waitlistCutoffHours: cutoffLabel,
  maxCompanions: companionsLabel,
  start: (at) => instantText(at),
  end: (at) => instantText(at),
  opensAt: (at) => instantText(at, 'Right away'),
  closesAt: (at) => instantText(at, 'Until it is over'),
  location: (place) => place.trim() || 'As the event',
}
function fieldText<F extends keyof GroupFieldsValue>(fields: GroupFieldsValue, field: F, nameOf: NameOf): string {
  const value = fields[field]
  const said = texts[field]?.(value, nameOf)
  if (said !== undefined) return said
  return typeof value === 'boolean' ? (value ? 'On' : 'Off') : String(value).trim() || 'Empty'
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
      label: groupFormSettings[field].label,
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
    .map((field) => ({ label: groupFormSettings[field].label, text: fieldText(mine.fields, field, nameOf) }))
  return changes.roles ? [...changed, { label: 'Roles', text: mine.roles.map(roleText).join('\n') }] : changed
}
