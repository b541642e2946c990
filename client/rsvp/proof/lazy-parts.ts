// What the proof needs only once a code is on its way.
import { loadPage } from '#client/lib/load-page.tsx'

export const codeEntry = loadPage(() => import('./code-entry.tsx'), 'CodeEntry')
