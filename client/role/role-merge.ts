// Two people edit the same roles: what I typed, what is there now, and what both started from, brought together field by field (R55, R107).
import {
  type Choices,
  type Comparison,
  type Conflict,
  isConflict,
  isSameJson,
  settled,
  type Versions,
} from '#client/lib/conflict/conflict.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { DraftRole } from './role-rules.ts'

const seats = (count: number) => `${count} ${count === 1 ? 'seat' : 'seats'}`
/** A role in words. */
export const roleText = ({ name, max, min = 0 }: DraftRole) => `“${name.trim()}”, ${seats(max)}${min > 0 ? `, at least ${min}` : ''}`

const fields = {
  name: { label: 'name', text: ({ name }: DraftRole) => name },
  max: { label: 'seats', text: ({ max }: DraftRole) => String(max) },
  min: { label: 'at least', text: ({ min = 0 }: DraftRole) => String(min) },
} as const
type Field = keyof typeof fields
const fieldNames = Object.keys(fields) as Field[]
const fieldOf = (role: DraftRole | undefined, field: Field) => (field === 'min' ? (role?.min ?? 0) : role?.[field])
const isAlike = (one: DraftRole, other: DraftRole) => fieldNames.every((field) => isSameJson(fieldOf(one, field), fieldOf(other, field)))

/** One role in the three lists; what isn't in a list is absent. */
interface Trio {
  readonly key: string
  readonly base?: DraftRole | undefined
  readonly mine?: DraftRole | undefined
  readonly theirs?: DraftRole | undefined
}

const byId = (roles: readonly DraftRole[]) => new Map(roles.filter((role) => role._id).map((role) => [role._id, role]))

/** Pairs the roles by id; one that both added, by its name. Those that are there now keep their order, mine follow. */
function triosOf({ base, mine, theirs }: Versions<readonly DraftRole[]>): Trio[] {
  const baseById = byId(base)
  const mineById = byId(mine)
  const theirsById = byId(theirs)
  const added = mine.filter((role) => !role._id)
  const twins = new Map<DraftRole, DraftRole>()
  for (const role of theirs.filter(({ _id }) => !baseById.has(_id))) {
    const twin = added.find((one) => roleKey(one.name) === roleKey(role.name))
    if (twin) twins.set(role, twin)
  }
  const taken = new Set(twins.values())
  return [
    ...theirs.map((role) => ({
      key: role._id ?? '',
      base: baseById.get(role._id),
      mine: mineById.get(role._id) ?? twins.get(role),
      theirs: role,
    })),
    ...mine
      .filter(({ _id }) => _id && !theirsById.has(_id))
      .map((role) => ({ key: role._id ?? '', base: baseById.get(role._id), mine: role })),
    ...added.filter((role) => !taken.has(role)).map((role, nth) => ({ key: `new-${nth}`, mine: role })),
  ]
}

const versionsOf = ({ base, mine, theirs }: Trio, field: Field): Versions<unknown> => ({
  base: base && fieldOf(base, field),
  mine: fieldOf(mine, field),
  // Of a role that both added the name is the same but for its case.
  theirs: !base && field === 'name' ? fieldOf(mine, field) : fieldOf(theirs, field),
})

function conflictsOf(trio: Trio): Conflict[] {
  const { key, base, mine, theirs } = trio
  const label = `Role “${(base ?? theirs)?.name ?? ''}”`
  if (base && !mine && theirs) return isAlike(base, theirs) ? [] : [{ key, label, mine: 'Removed', theirs: roleText(theirs) }]
  if (base && mine && !theirs) return isAlike(base, mine) ? [] : [{ key, label, mine: roleText(mine), theirs: 'Removed' }]
  if (!mine || !theirs) return []
  return fieldNames
    .filter((field) => isConflict(versionsOf(trio, field)))
    .map((field) => ({
      key: `${key}.${field}`,
      label: `${label}: ${fields[field].label}`,
      mine: fields[field].text(mine),
      theirs: fields[field].text(theirs),
    }))
}

function settledRole(trio: Trio, choices: Choices): DraftRole[] {
  const { key, base, mine, theirs } = trio
  const isMine = choices[key] !== 'theirs'
  if (base && !mine && theirs) return isAlike(base, theirs) || isMine ? [] : [theirs]
  if (base && mine && !theirs) {
    if (isAlike(base, mine) || !isMine) return []
    const { _id: _, ...revived } = mine // it is gone, and so are its holders: it comes back as a new one
    return [revived]
  }
  const there = theirs ?? mine
  if (!there) return []
  if (!mine || !theirs) return [there]
  const values = fieldNames.map((field) => [field, settled(versionsOf(trio, field), choices[`${key}.${field}`])])
  return [{ ...theirs, ...(Object.fromEntries(values) as Pick<DraftRole, Field>) }]
}

/** Compares role by role, each field by itself. */
export function compareRoles(lists: Versions<readonly DraftRole[]>): Comparison<DraftRole[]> {
  const trios = triosOf(lists)
  return {
    conflicts: trios.flatMap(conflictsOf),
    settle: (choices) => trios.flatMap((trio) => settledRole(trio, choices)),
  }
}
