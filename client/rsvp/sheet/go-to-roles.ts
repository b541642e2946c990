// The way to the roles; the first sight of an invitation doesn't need it.
import { rolesPlace, sheet } from '#client/rsvp/answer/form-parts.ts'

const inRoles = (which: string) => document.getElementById(rolesPlace)?.querySelector<HTMLElement>(which)

export function goToRoles() {
  if (sheet.open?.()) return
  document.getElementById(rolesPlace)?.scrollIntoView({ block: 'start' })
  inRoles('li input:not([aria-disabled],:disabled), li button')?.focus({ preventScroll: true })
}

/** To one of them. */
export function goToRole(id: string) {
  if (sheet.open?.(id)) return
  const box = inRoles(`[data-role="${id}"]`)
  box?.closest('li')?.scrollIntoView({ block: 'center' })
  box?.focus({ preventScroll: true })
}
