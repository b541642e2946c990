// What somebody typed, took and pressed before the page was awake (R81): the server's HTML takes input at once, and nothing of it is lost.
import { editDraft, useDraft } from './draft.ts'

declare global {
  interface Window {
    /** The button whose press was the last act before this is called, once (client/early.js). */
    readonly takePressed?: () => HTMLButtonElement | null
  }
}

const inputs = (which: string) => [...document.querySelectorAll<HTMLInputElement>(`#main input${which}`)]
const typedIn = (name: string) => inputs(`[name="${name}"]`)[0]?.value || undefined

/** Takes what was typed into the draft, unless the draft knows better. */
export function takeTyped() {
  const { draft } = useDraft.getState()
  const [email, name] = [draft.email ?? typedIn('email'), draft.name ?? typedIn('name')]
  const taken = inputs('[data-role]:checked').map((one) => one.dataset.role ?? '')
  if (email) editDraft({ email })
  if (name) editDraft({ name })
  if (taken.length > 0 && !draft.roleIds) editDraft({ roleIds: taken, attending: true })
}

/** Presses again what was pressed. */
export function pressAgain() {
  const pressed = window.takePressed?.()
  // By then the page is drawn with what was typed.
  if (pressed) setTimeout(() => pressed.isConnected && pressed.click())
}
