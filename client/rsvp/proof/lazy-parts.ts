// What the proof needs only once a code is on its way.
import { loadPage } from '#client/lib/load-page.tsx'

export const membersRefusal = loadPage(() => import('./members-refusal.tsx'), 'MembersOnlyRefusal')
export const codeEntry = loadPage(() => import('./code-entry.tsx'), 'CodeEntry')

/** What leads to the proof and on: until the first question is answered, that has its place (R242). */
export const submitBar = loadPage(() => import('#client/rsvp/answer/submit-bar.tsx'), 'SubmitBar')
