// Where the client starts: a magic link's secret out of sight, then the page, over what the server drew of it or from nothing.
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeLinkToken } from '#client/access/links/link-token.ts'
import { FirstViewContext, readFirstView } from '#client/rsvp/first-view.ts'
import { takeGuestToken } from '#client/rsvp/guest-link.ts'
import { App, readyToDraw } from './app.tsx'
import './style.css'

takeLinkToken()
takeGuestToken()
const root = document.getElementById('root')
const page = (
  <FirstViewContext value={readFirstView()}>
    <App />
  </FirstViewContext>
)
if (root?.hasChildNodes()) {
  // A file that doesn't come leaves what is drawn in sight; the page then says so itself.
  void readyToDraw(window.location.pathname)
    .catch(() => {})
    .then(() => hydrateRoot(root, page))
} else if (root) createRoot(root).render(page)
