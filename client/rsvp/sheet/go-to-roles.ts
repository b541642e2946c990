// The way to the roles; the first sight of an invitation doesn't need it.
import { rolesPlace, sheet } from '#client/rsvp/answer/form-parts.ts'

export function goToRoles() {
  if (sheet.open?.()) return
  const roles = document.getElementById(rolesPlace)
  roles?.scrollIntoView({ block: 'start' })
  const first = roles?.querySelector<HTMLElement>('li input:not([aria-disabled],:disabled), li button')
  first?.focus({ preventScroll: true })
}
