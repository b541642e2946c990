// Pages go by the server's clock (R247): in client/ the computer's own is asked by the files named here alone, and only for how long something takes.
import type { Check } from './checks.ts'

const day = /^(Date\.now|new Date\(\)|Date\(\)|performance\.timeOrigin|Temporal\.Now\b.*)$/

/** Who asks it, and for what. */
const lasting: Readonly<Record<string, string>> = {
  'client/lib/event/use-now.ts': 'asks again every while',
  'client/lib/now.ts': 'adds what the server has said, and gives what is used everywhere else',
  'client/rsvp/card/page-time.ts': 'when the page was asked for',
  'client/lib/prefetched-call.ts': 'as for the next, from when it was asked early',
  'client/lib/call.ts': 'notes when it asked, for what the reply says of the time',
  'client/lib/actions/upload-call.ts': 'as above',
  'client/lib/load-page.tsx': 'how long ago a page was reloaded for its files',
  'client/assign/warn-duplicate.ts': 'how long ago a toast was shown',
  'client/rsvp/answer/warn-full.ts': 'as above',
  'client/rsvp/answer/seat-news.ts': 'how long ago news was told',
  'client/rsvp/guest-calls.ts': 'the seconds until a code may be sent again, from when the reply came',
  'client/pending/publish-code.tsx': 'as above',
  'client/rsvp/proof/use-seconds-until.ts': 'how many of them are left',
  'client/rsvp/proof/under-way.ts': 'half an hour from when something was typed, kept over pages that know no server’s time yet',
  'client/door/use-scanning.ts': 'how long ago the same pass was read',
  'client/ui/when-idle.ts': 'how long a page has been at rest',
  'client/ui/feedback/announcer.tsx': 'the gap between two announcements',
}

/** No page goes by the computer's clock; who has leave to ask it uses that. */
export const clientTime: Check = (sources) =>
  sources
    .filter(({ file }) => file.startsWith('client/'))
    .flatMap(({ file, touches }) => {
      const found = [...touches].filter((one) => day.test(one))
      if (file in lasting) return found.length > 0 ? [] : [`${file} asks for no time: it needs no leave in tests/structure/client-time.ts`]
      return found.map((one) => `${file} goes by the computer’s clock: ${one}`)
    })
