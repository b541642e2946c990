// The ways to roles and questions that the first sight of an invitation doesn't need.
import { firstBox, rolesPlace, sheet } from '#client/rsvp/answer/form-parts.ts'

export function goToRoles() {
  if (sheet.open?.()) return
  const roles = document.getElementById(rolesPlace)
  roles?.scrollIntoView({ block: 'start' })
  const first = roles?.querySelector<HTMLElement>('li input:not([aria-disabled],:disabled), li button')
  first?.focus({ preventScroll: true })
}

/** With its group where several are answered on one page: a copied group asks the same by the same ids. */
export const questionPlace = (questionId: string, groupId?: string) => ['question', groupId, questionId].filter(Boolean).join('-')

/** Leads to a question: to what is chosen there, if something is. */
export function goToQuestion(questionId: string, groupId?: string) {
  const place = questionPlace(questionId, groupId)
  document.getElementById(place)?.scrollIntoView({ block: 'start' })
  ;(firstBox(place, ':checked') ?? firstBox(place))?.focus({ preventScroll: true })
}
