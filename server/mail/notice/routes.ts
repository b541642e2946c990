// The calls about emails that guests did not ask for: endpoint, guard, action. The mail programs' own one-click request is in `edge/http/webhooks-and-files.ts`.
import { noticeApi } from '#protocol/mail/notice.ts'
import { anyone, on, organizer } from '#server/people/http/route.ts'
import { correctAddress, resumeNotices, retryAddress, stopNotices } from './actions.ts'
import { readChoice } from './queries.ts'

export const noticeRoutes = [
  on(noticeApi.open, anyone, readChoice, { limit: 'token' }),
  on(noticeApi.stop, anyone, stopNotices, { limit: 'token' }),
  on(noticeApi.resume, anyone, resumeNotices, { limit: 'token' }),
  on(noticeApi.retryAddress, organizer, retryAddress, { limit: 'edit' }),
  on(noticeApi.correctAddress, organizer, correctAddress, { limit: 'edit' }),
]
