// What a list of roles may be, as the forms check it before the server does (R6).
import { planSentence } from '#client/lib/settings.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { roleNameMissing } from '#protocol/seats/group.ts'

/** A role while it is being typed; `_id` keeps its holders when it is renamed (R7). */
export interface DraftRole {
  _id?: string
  name: string
  max: number
  /** R108: how many it needs at least; absent for 0. */
  min?: number
}

export const newRole = (): DraftRole => ({ name: '', max: 1 })

export const roleNamesTaken = 'Role names must be unique.'
export const roleNameTaken = 'Role name must be unique'
/** The alert on submitting with duplicates. */
export const duplicatesAlert = 'Please resolve duplicate role names before submitting.'
export const roleLimitReached = (limit: number) =>
  planSentence(`Role limit reached (${limit} roles allowed). Upgrade your plan for more roles.`)
export const onlyRoles = (limit: number) => `Your plan allows only ${limit} roles`

/** Tells which rows share a name, compared as R7 says. Empty names are no duplicates. */
export function duplicateRows(roles: readonly DraftRole[]): ReadonlySet<number> {
  const firstByKey = new Map<string, number>()
  const duplicates = new Set<number>()
  roles.forEach((role, index) => {
    const key = roleKey(role.name)
    if (!key) return
    const first = firstByKey.get(key)
    if (first === undefined) firstByKey.set(key, index)
    else duplicates.add(first).add(index)
  })
  return duplicates
}

/** R108: what is said where a role needs more people than it has seats. */
export const minOverMax = ({ name, max, min = 0 }: DraftRole) =>
  min > max
    ? `“${name.trim() || 'This role'}” needs at least ${peopleText(min)}, but has ${max} ${max === 1 ? 'seat' : 'seats'}.`
    : undefined

/** Gives the sentence that keeps a list of roles from being sent, or null. */
export function rolesProblem(roles: readonly DraftRole[], maxRoles: number): string | null {
  if (duplicateRows(roles).size > 0) return duplicatesAlert
  if (roles.some((role) => !role.name.trim())) return roleNameMissing
  const tooMany = roles.map(minOverMax).find((sentence) => sentence !== undefined)
  if (tooMany) return tooMany
  return roles.length > maxRoles ? onlyRoles(maxRoles) : null
}

/** Where that sentence belongs: to the rows it speaks of, else to the list. */
export const problemAt = (roles: readonly DraftRole[], problem: string | null): Readonly<Record<string, string>> => {
  if (problem === null || problem === duplicatesAlert) return {}
  if (problem !== roleNameMissing) return { '': problem }
  return Object.fromEntries(roles.flatMap(({ name }, at) => (name.trim() ? [] : [[`${at}.name`, problem]])))
}

/** Tells whether a new name is already among the roles. */
export const isNameTaken = (name: string, roles: readonly DraftRole[]) => roles.some((role) => roleKey(role.name) === roleKey(name))

/** What keeps a role of this name from being added to those there are. */
export function newRoleProblem(name: string, roles: readonly DraftRole[], maxRoles: number): string | undefined {
  if (roles.length >= maxRoles) return onlyRoles(maxRoles)
  if (!name.trim()) return roleNameMissing
  return isNameTaken(name, roles) ? roleNameTaken : undefined
}
