// What organizers are emailed of how their events stand. Each can choose in their profile; no guest is named.
import type { Block } from '../emails/layout.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { type Occasion, plain, when } from '../emails/parts.ts'

/** One event, as the daily email tells of it. */
export interface EventNews {
  readonly groupId: string
  readonly occasion: Occasion
  readonly changes: string
  readonly risks: readonly string[]
}

const mostEvents = 30
const ending = (url: string): Block[] => [{ p: `You can choose in your profile when you get these emails: ${url}/profile` }]

const about = (url: string, { groupId, occasion, changes, risks }: EventNews): Block[] => [
  { p: `“${occasion.name}”${occasion.start ? `, ${when(occasion)}` : ''}: ${changes}.` },
  ...risks.map((risk) => ({ p: `At risk: ${risk}.` })),
  { link: `${url}/group/${groupId}`, label: 'Open the board' },
]

/** Whom these emails go to. */
interface NewsReader {
  readonly _id: string
  readonly email: string
}
const toReader = ({ _id, email }: NewsReader, subject: string, blocks: readonly Block[]): EmailDraft => ({
  ...plain(email, subject, blocks),
  digestOf: _id,
})

/** R100: at most one a day. */
export function digestEmail(reader: NewsReader, url: string, news: readonly EventNews[]) {
  const [first] = news
  const subject = first && news.length === 1 ? `“${first.occasion.name}”: ${first.changes}` : `${news.length} of your events changed`
  const left = news.length - mostEvents
  return toReader(reader, subject, [
    { p: 'What changed at your events since you last heard:' },
    ...news.slice(0, mostEvents).flatMap((one) => about(url, one)),
    ...(left > 0 ? [{ p: `And ${left} more on your dashboard.` }] : []),
    ...ending(url),
  ])
}

/** R100: at once. */
export const dropOutEmail = (reader: NewsReader, url: string, groupId: string, occasion: Occasion, roles: readonly string[]) =>
  toReader(reader, `Find a new “${roles.join('”, “')}” for “${occasion.name}”`, [
    { p: `Somebody who had confirmed can’t come to “${occasion.name}” any more: ${roles.join(', ')}.` },
    ...(occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
    { link: `${url}/group/${groupId}`, label: 'Open the board' },
    ...ending(url),
  ])
