// A page without a brand loads nothing of one.
import { loadPage } from '#client/lib/load-page.tsx'

export const wornMark = loadPage(() => import('./brand-mark.tsx'), 'WornMark')
export const brandFoot = loadPage(() => import('./brand-mark.tsx'), 'BrandFoot')
export const brandReady = () => Promise.all([wornMark.ready(), brandFoot.ready()])
