// What can't wait for the page's own code where the server drew the page: the theme somebody chose (client/ui/actions/theme.ts), before the first paint,
// and an invitation's button that was pressed, which is pressed again once it does something (client/rsvp/answer/early.ts).
try {
  const kept = localStorage.getItem('theme')
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept
} catch {
  // Storage is closed: the system's theme it is.
}

if (location.pathname.startsWith('/rsvp/') && performance.getEntriesByName('answerable').length === 0) {
  /** @type {HTMLButtonElement | null} */
  let pressed = null
  // Return in a field presses the form's button too; whoever goes on typing has not pressed it for what stands there now.
  const note = ({ target }) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  const events = ['click', 'input']
  for (const name of events) addEventListener(name, note)
  window.takePressed = () => {
    for (const name of events) removeEventListener(name, note)
    const taken = pressed
    pressed = null
    return taken
  }
}
