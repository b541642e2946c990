// Where a refusal of a group form belongs: to a field, to a role, or to the form as a whole.
import { problemOfCode } from '#client/group/several/draft.ts'
import { CallFailed, errorText } from '#client/lib/call.ts'

export interface GroupRefused {
  fields: Readonly<Record<string, string>>
  /** '1.name', '1.max', or '' for the list, as the roles editor takes them. */
  roles: Readonly<Record<string, string>>
  general: string | null
}
export const nothingRefused: GroupRefused = { fields: {}, roles: {}, general: null }

/** Codes that speak of the roles, under whatever name the field has. */
const aboutRoles = /^role-/

/** Sorts a failed call; `fallback` is the sentence where the server gives none. */
export function refusedOf(error: unknown, fallback: string): GroupRefused {
  const general = errorText(error, fallback)
  if (!(error instanceof CallFailed)) return { ...nothingRefused, general }
  if (aboutRoles.test(error.code)) return { ...nothingRefused, roles: { '': general } }
  const field = problemOfCode[error.code]
  if (field) return { ...nothingRefused, fields: { [field]: general } }
  const entries = Object.entries(error.fields)
  if (entries.length === 0) return { ...nothingRefused, general }
  const isRole = ([path]: [string, string]) => path === 'roles' || path.startsWith('roles.')
  return {
    fields: Object.fromEntries(entries.filter((entry) => !isRole(entry))),
    roles: Object.fromEntries(entries.filter(isRole).map(([path, sentence]) => [path.replace(/^roles\.?/, ''), sentence])),
    general: null,
  }
}
