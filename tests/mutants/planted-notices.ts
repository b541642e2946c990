// Planted faults in emails that nobody asked for: who stopped them, whose address doesn't work, and messages.
import type { Planted } from './planted.ts'

const stop = ['tests/notice/stop.test.ts']
const addresses = ['tests/notice/addresses.test.ts']
const message = ['tests/message/message.test.ts']
const once = ['tests/message/once.test.ts']

export const plantedNotices: readonly Planted[] = [
  {
    name: 'stop-not-looked-at-when-sending',
    file: 'server/notice/rules.ts',
    from: "if (stop) return 'stopped'",
    to: "if (stop && !stop._id) return 'stopped'",
    tests: stop,
    only: 'R102 nobody who stopped',
  },
  {
    name: 'stopped-by-looking',
    file: 'server/notice/routes.ts',
    from: 'anyone, readChoice,',
    to: 'anyone, stopNotices,',
    tests: stop,
    only: 'R102, R116 looking changes nothing',
  },
  {
    name: 'notice-without-its-headers',
    file: 'server/emails/finish.ts',
    from: '...headersOfAll, ...stopHeaders(link)',
    to: "...headersOfAll, ...stopHeaders(link && '')",
    tests: stop,
    only: 'R102 every notice has the headers',
  },
  {
    name: 'one-click-by-any-form',
    file: 'server/http/other-calls.ts',
    from: "if (sent['List-Unsubscribe'] !== 'One-Click')",
    to: 'if (!sent)',
    tests: stop,
    only: 'R102 refuses another form',
  },
  {
    name: 'delivery-events-of-anybody',
    file: 'server/notice/actions.ts',
    from: '!services.emailEvents?.isGenuine(body, signed, services.clock.now())',
    to: '!services.emailEvents || !signed || !services.clock.now()',
    tests: addresses,
    only: 'R102 nobody else’s word counts',
  },
  {
    name: 'old-bounce-marks-again',
    file: 'server/notice/rules.ts',
    from: '&& before.at >= at)',
    to: '&& before.at > `${at}~`)',
    tests: addresses,
    only: 'R102 the same message again',
  },
  {
    name: 'link-in-a-message-to-a-stranger',
    file: 'server/message/jobs.ts',
    from: 'const isStranger = rsvp.attending === null',
    to: "const isStranger = rsvp.email === ''",
    tests: message,
    only: 'R101, R117 its text',
  },
  {
    name: 'message-to-who-declined',
    file: 'server/message/rules.ts',
    from: 'if (isErased(rsvp) || rsvp.attending === false) return false',
    to: 'if (isErased(rsvp)) return false',
    tests: message,
    only: 'R101 everybody who',
  },
  {
    name: 'messages-counted-one-by-one',
    file: 'server/message/rules.ts',
    from: 'if (spent + more > limit)',
    to: 'if (more > limit)',
    tests: once,
    only: 'R101 a plan’s daily number',
  },
  {
    name: 'notice-with-an-id-by-chance',
    file: 'server/emails/notices.ts',
    from: '_id: noticeId(services.secrets, draft.rsvpId, draft.notice)',
    to: '_id: services.secrets.randomId() || noticeId(services.secrets, draft.rsvpId, draft.notice)',
    tests: once,
    only: 'R101 a page of emails whose commit was torn',
  },
  {
    name: 'history-of-messages-for-everybody',
    file: 'server/message/queries.ts',
    from: 'await managed(services, services.store, id, caller)\n  const [createdAt',
    to: 'await (caller.user ? undefined : managed(services, services.store, id, caller))\n  const [createdAt',
    tests: message,
    only: 'R101 only those who manage',
  },
]
