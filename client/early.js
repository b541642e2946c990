// What can't wait for the page's own code where the server drew the page: the theme somebody chose (client/ui/actions/theme.ts), before the first paint,
// and the button that was pressed last, which is pressed again once it does something (client/rsvp/answer/early.ts).
try {
  const kept = localStorage.getItem('theme')
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept
} catch {
  // Storage is closed: the system's theme it is.
}

/** @type {HTMLButtonElement | undefined} */
let pressed
// Return in a field presses the form's button too.
const note = ({ target }) => {
  if (target instanceof Element) pressed = target.closest('button') ?? pressed
}
addEventListener('click', note)
window.takePressed = () => {
  removeEventListener('click', note)
  const taken = pressed
  pressed = undefined
  return taken
}
