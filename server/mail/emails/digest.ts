// What organizers are emailed of how their events stand. Each can choose in their profile; no guest is named:
// who erases their data would have to be looked for in a dozen mailboxes.
import { rolesInWords } from '#protocol/seats/standing/words.ts'
import type { Block, EmailContent } from '#server/kernel/emails/layout.ts'
import type { EmailDraft } from '#server/kernel/emails/outbox.ts'
import { about, type EventSummary, facts, plain } from '#server/kernel/emails/parts.ts'

/** One event, as the daily email tells of it. */
export interface EventNews {
  readonly groupId: string
  readonly occasion: EventSummary
  readonly changes: string
  readonly risks: readonly string[]
}

const maxEvents = 30
const ending = (url: string): Block[] => [{ link: `${url}/profile`, label: 'Choose when you get these emails', isQuiet: true }]

const board = (url: string, groupId: string): Block => ({ link: `${url}/group/${groupId}`, label: 'Open the event' })
const newsOf = (url: string, { groupId, occasion, changes, risks }: EventNews): Block[] => [
  ...facts(occasion),
  { p: `“${occasion.name}”: ${changes}.` },
  ...risks.map((risk) => ({ p: `At risk: ${risk}.` })),
  board(url, groupId),
]

/** Whom these emails go to. */
interface NewsReader {
  readonly _id: string
  readonly email: string
}
const toReader = ({ _id, email }: NewsReader, subject: string, blocks: EmailContent['blocks']): EmailDraft => ({
  ...plain(email, subject, blocks),
  digestOf: _id,
})

/** R100: at most one a day. */
export function digestEmail(reader: NewsReader, url: string, news: readonly EventNews[]) {
  const [first] = news
  const subject = first && news.length === 1 ? `“${first.occasion.name}”: ${first.changes}` : `${news.length} of your events changed`
  const left = news.length - maxEvents
  return toReader(reader, subject, [
    { p: 'What changed at your events since the last email:' },
    ...news.slice(0, maxEvents).flatMap((one) => newsOf(url, one)),
    ...(left > 0 ? [{ p: `And ${left} more on your dashboard.` }] : []),
    ...ending(url),
  ])
}

/** R100: at once. */
export const dropOutEmail = (reader: NewsReader, url: string, groupId: string, occasion: EventSummary, roles: readonly string[]) =>
  toReader(reader, `Drop-out at “${occasion.name}”: “${roles.join('”, “')}”`, [
    ...about(
      url,
      { _id: groupId },
      occasion,
      `Someone who had confirmed as ${rolesInWords(roles)} can’t come to “${occasion.name}”.`,
      board(url, groupId),
    ),
    ...ending(url),
  ])
