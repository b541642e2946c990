// What a reader who has answered needs only when they ask for it.
import { loadPage } from '#client/lib/load-page.tsx'

export const calendarDialog = loadPage(() => import('./calendar-dialog.tsx'), 'CalendarDialog')
export const severalData = loadPage(() => import('./your-data.tsx'), 'SeveralData')
