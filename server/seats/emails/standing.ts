// How the reader of an email stands, said first in it (R131a), for those that tell of it.
import { type Titled, type TitleFacts, titleOf } from '#protocol/seats/standing/words.ts'
import type { EmailContent } from '#server/kernel/emails/layout.ts'
import { headed } from '#server/kernel/emails/parts.ts'
import type { RsvpSummary } from '#server/seats/model/rsvp.ts'

/** How they stand once the email is read. */
interface Stand extends TitleFacts {
  readonly state: Titled
  /** Whether they are asked for a yes or a no. */
  readonly isAsked?: boolean
}
const isFacts = (block: EmailContent['blocks'][number]) => 'facts' in block || 'factsOf' in block

/** The email begins with it; where that is a question, its button comes before the facts. */
export function standing({ state, isAsked, ...said }: Stand, blocks: EmailContent['blocks']): EmailContent['blocks'] {
  const all = headed(titleOf(state, said), blocks)
  const panel = all.findIndex(isFacts)
  const link = all.findIndex((block) => 'label' in block)
  if (!isAsked || panel < 0 || link < panel) return all
  // What is to be known before it is pressed goes with it.
  const asked = all.slice(all.slice(0, link).findLastIndex(isFacts) + 1, link + 1)
  return all.toSpliced(link + 1 - asked.length, asked.length).toSpliced(panel, 0, ...asked)
}

/** R172: who needs more than one seat is told how many. */
export const places = (rsvp: RsvpSummary) =>
  (rsvp.waiting ?? [])
    .map(({ role, position, needs = 1 }) => `number ${position} for “${role}”${needs > 1 ? `, for at least ${needs} seats together` : ''}`)
    .join(', ')
export const weWillWrite = { p: 'We email you as soon as a seat is free for you.' }
