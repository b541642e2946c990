// Where the client starts: a magic link's secret out of sight, the theme before the first paint, the auth check, the page.
import { createRoot } from 'react-dom/client'
import { takeLinkToken } from '#client/access/links/link-token.ts'
import { takeGuestToken } from '#client/rsvp/guest-link.ts'
import { App } from './app.tsx'
import { startAuthCheck } from './lib/auth-check.ts'
import './style.css'
import { applyTheme } from '#client/ui/actions/theme.ts'

takeLinkToken()
takeGuestToken()
applyTheme()
startAuthCheck()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
