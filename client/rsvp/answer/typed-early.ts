// What somebody typed and took before the page was awake (R81): the server's HTML takes input at once, and nothing of it is lost.
import { editDraft, useDraft } from './draft.ts'

const inputs = (which: string) => [...document.querySelectorAll<HTMLInputElement>(`#main input${which}`)]
const typedIn = (name: string) => inputs(`[name="${name}"]`)[0]?.value || undefined

/** Takes it into the draft, unless the draft knows better. */
export function takeTyped() {
  const { draft } = useDraft.getState()
  const [email, name] = [draft.email ?? typedIn('email'), draft.name ?? typedIn('name')]
  const taken = inputs('[data-role]:checked').map((one) => one.dataset.role ?? '')
  if (email) editDraft({ email })
  if (name) editDraft({ name })
  if (taken.length > 0 && !draft.roleIds) editDraft({ roleIds: taken, attending: true })
}
