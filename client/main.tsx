// Where the client starts: a magic link's secret out of sight, then the page, over what the server drew of it or from nothing.
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeLinkToken } from '#client/access/links/link-token.ts'
import { beginClock } from '#client/lib/dates.ts'
import { FirstViewContext, readDrawnClock, readFirstView } from '#client/rsvp/first-view.ts'
import { takeGuestToken } from '#client/rsvp/guest-link.ts'
import { drawnReady } from '#client/rsvp/lazy-parts.ts'
import { LoadingNotice } from './home/loading-notice.tsx'
import { mendAddress } from './home/own-address.ts'
import { App, readyToDraw } from './root.tsx'
import './style.css'

mendAddress()
takeLinkToken()
takeGuestToken()
/** Until then files that the browser has kept are there; others are worth a notice. */
const keptFilesMs = 300

const root = document.getElementById('root')
const first = readFirstView()
beginClock(readDrawnClock())
const page = (
  <FirstViewContext value={first}>
    <App />
  </FirstViewContext>
)
// A file that doesn't come leaves what is drawn in sight; the page then says so itself.
const ready = Promise.all([
  readyToDraw(window.location.pathname),
  drawnReady(first),
  // R254: the texts as they were drawn, where a proxy has hidden the addresses in them.
  document.querySelector('[data-cfemail]') &&
    import('./home/addresses-back.ts').then(({ bringAddressesBack }) => bringAddressesBack(document)),
]).catch(() => {})
if (root?.hasChildNodes())
  void ready.then(() => {
    root.normalize() // its script leaves a text in parts
    hydrateRoot(root, page)
  })
else if (root) drawFromNothing(root)

/** The notice is drawn by itself: one that stands for a page in the page itself stays for 300 ms after the page is there, since React keeps it from flickering. */
function drawFromNothing(place: HTMLElement) {
  const drawing = createRoot(place)
  const late = setTimeout(() => drawing.render(<LoadingNotice />), keptFilesMs)
  void ready.then(() => {
    clearTimeout(late)
    drawing.render(page)
  })
}
