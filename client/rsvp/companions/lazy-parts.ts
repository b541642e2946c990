// Who comes along is asked where companions are welcome (R170): most invitations never load it.
import { loadPage } from '#client/lib/load-page.tsx'

export const companionsPart = loadPage(() => import('./companions-part.tsx'), 'CompanionsPart')
