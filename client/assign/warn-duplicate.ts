// Says that somebody has a role already: at most once in two seconds, however often it is tried.

import { toast } from '#client/ui/feedback/toast.tsx'
import { duplicateToastMs } from '#protocol/kernel/limits.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'

let nextAt = 0

export const duplicateSentence = (name: string, roleName: string) => `${name} already has the role "${roleName}".`

export function warnDuplicate(name: string, roleName: string) {
  if (Date.now() < nextAt) return
  nextAt = Date.now() + duplicateToastMs
  toast.error(duplicateSentence(name, roleName))
}

/** Whether the person with this email holds the role, as far as the loaded answers say. */
export const holdsRole = (rows: readonly RsvpRow[], email: string, roleName: string) =>
  email !== '' &&
  rows.some((row) => row.email === email && row.attending !== false && row.roles.some((name) => roleKey(name) === roleKey(roleName)))
