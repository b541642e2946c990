// Where the client starts: a magic link's secret out of sight, then the page, over what the server drew of it or from nothing.
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeLinkToken } from '#client/access/links/link-token.ts'
import { askEarly } from '#client/lib/early-call.ts'
import { FirstViewContext, readFirstView } from '#client/rsvp/first-view.ts'
import { takeGuestToken } from '#client/rsvp/guest-link.ts'
import { App, readyToDraw } from './app.tsx'
import './style.css'

takeLinkToken()
takeGuestToken()
askEarly(window.location.pathname)
/** Until then files that the browser has kept are there; others are worth a notice. Drawn too early, a notice stays for 300 ms: React keeps a page from flickering. */
const keptFilesMs = 300

const root = document.getElementById('root')
const page = (
  <FirstViewContext value={readFirstView()}>
    <App />
  </FirstViewContext>
)
// A file that doesn't come leaves what is drawn in sight; the page then says so itself.
const ready = readyToDraw(window.location.pathname).catch(() => {})
if (root?.hasChildNodes()) void ready.then(() => hydrateRoot(root, page))
else if (root) void Promise.race([ready, new Promise((late) => setTimeout(late, keptFilesMs))]).then(() => createRoot(root).render(page))
