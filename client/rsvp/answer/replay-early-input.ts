// What somebody typed, took and pressed before the page was hydrated (R81): the server's HTML takes input at once, and nothing of it is lost.
import { editDraft, useDraft } from './draft.ts'
import { questionsPlace } from './form-parts.ts'

declare global {
  interface Window {
    /** The button whose press was the last act before this is called, once (client/early.js). */
    readonly takePressed?: () => HTMLButtonElement | null
  }
}

const look = () => ({
  all: [...document.querySelectorAll<HTMLInputElement>('#main input')],
  boxes: document.querySelector<HTMLFormElement>(`form#${questionsPlace}`),
})
/** R254: what was drawn, and typed into: where React can't take the page over it is drawn anew, empty. Once only. */
let drawn = typeof document === 'undefined' ? undefined : look()
const typedInto = () => (drawn?.all.some((one) => !one.isConnected) ? drawn : look())
export const inputs = (which: string) => typedInto().all.filter((one) => one.matches(`input${which}`))
export function letGo() {
  drawn = undefined
}
export const typedIn = (name: string) => inputs(`[name="${name}"]`)[0]?.value || undefined

/** What was typed into the questions, by their ids (R161). */
function typedAnswers() {
  const { boxes } = typedInto()
  const data = boxes && new FormData(boxes)
  const filled = [...new Set(data?.keys())].filter((name) => data?.get(name))
  return Object.fromEntries(filled.map((name) => [name.slice('answers.'.length), data?.getAll(name).map(String) ?? []]))
}

/** Takes what was typed into the draft, but for fields that the draft has already. */
export function takeTyped() {
  const { draft } = useDraft.getState()
  const [email, name] = [draft.email ?? typedIn('email'), draft.name ?? typedIn('name')]
  const said = inputs('[name="attending"]:checked')[0]?.value
  const taken = inputs('[data-role]:checked').map((one) => one.dataset.role ?? '')
  if (email) editDraft({ email })
  if (name) editDraft({ name })
  if (said && draft.attending === undefined) editDraft({ attending: said === 'yes' })
  const answers = typedAnswers()
  if (Object.keys(answers).length > 0) editDraft({ answers: { ...answers, ...draft.answers } })
  if (taken.length > 0 && !draft.roleIds) editDraft({ roleIds: taken, attending: true })
  letGo()
}

/** Presses again the button that was pressed before the page was hydrated. */
export function pressAgain() {
  const pressed = window.takePressed?.()
  // By then the page is drawn with what was typed.
  if (pressed) setTimeout(() => pressed.isConnected && pressed.click())
}
