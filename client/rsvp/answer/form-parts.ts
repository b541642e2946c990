// Where the form's parts are on the page, and the ways to them.

/** The ids of the parts that the bar leads to. */
export const rolesPlace = 'roles'
export const whoPlace = 'who'
export const questionsPlace = 'questions'
export const questionsTitle = 'questions-title'

/** With its group where several are answered on one page: a copied group asks the same by the same ids. */
export const questionPlace = (questionId: string, groupId?: string) => ['question', groupId, questionId].filter(Boolean).join('-')

const firstBox = (placeId: string, which = '') =>
  document.getElementById(placeId)?.querySelector<HTMLElement>(`:is(input, select, textarea)${which}`)

/** Whether something was done with a finger or a mouse: only then the focus may go elsewhere by itself (WCAG 3.2.2). */
export const isPointer = (event: Event) => event instanceof UIEvent && event.detail > 0

/** Opens the list of many roles as a sheet, from when that has come (role-sheet.tsx), with one of them on top where its id is given; says whether it did. */
export const sheet: { open?: ((topId?: string) => boolean) | undefined } = {}

/** On a phone many roles are picked from a sheet; else they are brought into sight. */
export function showRoles() {
  if (!sheet.open?.()) document.getElementById(rolesPlace)?.scrollIntoView({ block: 'start' })
}

export function goToChoice() {
  const choice = (which = '') => document.querySelector<HTMLElement>(`input[name="attending"]${which}`)
  ;(choice(':checked') ?? choice())?.focus()
}

/** Leads to a question: to what is chosen there, if something is. */
export function goToQuestion(questionId: string, groupId?: string) {
  const place = questionPlace(questionId, groupId)
  document.getElementById(place)?.scrollIntoView({ block: 'start' })
  ;(firstBox(place, ':checked') ?? firstBox(place))?.focus({ preventScroll: true })
}

export const goToEmail = () => document.querySelector<HTMLElement>(`#${whoPlace} input[name="email"]`)?.focus()

/** Leads on from the choice of who comes and as what. */
export function goOn() {
  const question = firstBox(questionsPlace)
  if (!question) return goToEmail()
  document.getElementById(questionsTitle)?.scrollIntoView({ block: 'start' })
  question.focus({ preventScroll: true })
}

/** Does what Enter does in a field of the part about who answers. */
export function pressWho() {
  const form = document.getElementById(whoPlace)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}
