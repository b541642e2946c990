// What the card needs only when it is used.
import { loadPage } from '#client/lib/load-page.tsx'
import { afterOpening } from '#client/rsvp/after-opening.ts'
import { latePart } from '#client/ui/late.ts'

export const moreActs = latePart(async () => (await afterOpening(import('./more-acts.tsx'))).MoreActs)
export const giveUp = loadPage(() => import('./give-up.tsx'), 'GiveUp')
export const declineOffer = loadPage(() => import('./give-up.tsx'), 'DeclineOffer')
export const giveOneBack = loadPage(() => import('./give-one-back.tsx'), 'GiveOneBack')
export const yourPass = loadPage(() => import('#client/pass/your-pass.tsx'), 'YourPass')
export const yourData = loadPage(() => import('#client/rsvp/own/your-data.tsx'), 'YourData')

export const cardActs = () => afterOpening(import('./acts.ts'))
