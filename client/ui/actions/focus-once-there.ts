// Leads the focus to something that is about to be drawn, a tab that still loads for one.

const timeoutMs = 3000
const everyMs = 50

/** Moves the focus to the element with this id as soon as it is there; gives it where it is there already. */
export function focusOnceThere(id: string): HTMLElement | null {
  const tillMs = performance.now() + timeoutMs
  const look = () => {
    const found = document.getElementById(id)
    found?.focus()
    if (!found && performance.now() < tillMs) setTimeout(look, everyMs)
    return found
  }
  return look()
}
