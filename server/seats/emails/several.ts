// What is emailed to an invitee who answered for several groups at once: all of it in one (R153).
import { along } from '#protocol/seats/companions/companion.ts'
import { rolesInWords, titleOf } from '#protocol/seats/standing/words.ts'
import type { Block, FactsPanel } from '#server/kernel/emails/layout.ts'
import {
  cover,
  type EventSummary,
  facts,
  feedLink,
  type GuestPlace,
  headed,
  linkTo,
  plain,
  severalLink,
  toGuest,
} from '#server/kernel/emails/parts.ts'
import type { RsvpSummary } from '#server/seats/model/rsvp.ts'

/** One group of the answer. */
export interface SaidInGroup {
  readonly group: string
  readonly occasion: EventSummary
  readonly said: RsvpSummary
}

const waits = ({ waiting = [] }: RsvpSummary) => waiting.map(({ role, position }) => `number ${position} for “${role}”`).join(', ')

/** When and where it is, and as what they come. */
function panelsOf({ group, occasion, said }: SaidInGroup): FactsPanel[] {
  const party = along(said.companions?.length ?? 0)
  const hasRoles = said.roles.length > 0
  const more: FactsPanel['rows'] = [
    ['You come as', hasRoles ? `${rolesInWords(said.roles)}${party}` : ''],
    ['You come', hasRoles ? '' : party.replace(', ', '')],
    ['Waitlist', waits(said)],
  ]
  return facts({ ...occasion, name: group }).map((panel) => ({ ...panel, rows: [...panel.rows, ...more.filter(([, value]) => value)] }))
}

interface SaidInSeveral {
  /** The event's own. */
  readonly name: string
  /** How they stand in all of its groups, as the page says it (R131a): they may have answered for others before. */
  readonly title: string
  /** By time. */
  readonly answers: readonly SaidInGroup[]
}

export function severalEmail(to: string, url: string, guest: GuestPlace, { name, title, answers }: SaidInSeveral) {
  const coming = answers.filter(({ said }) => said.attending)
  const declined = answers.filter(({ said }) => !said.attending).map(({ group }) => `“${group}”`)
  const link = coming.find(({ said }) => said.link)?.said.link
  const blocks: Block[] = [
    cover(url, guest),
    ...(coming.length > 0 ? [{ p: `You said yes to ${coming.length === 1 ? 'one part' : `${coming.length} parts`} of “${name}”:` }] : []),
    ...coming.flatMap(panelsOf),
    ...(declined.length > 0
      ? [{ p: `You said that you can’t come to ${rolesInWords(declined)}${coming.length > 0 ? '' : ` of “${name}”`}.` }]
      : []),
    { p: 'With this link you can see or change your answers at any time, without a code. It is yours alone, so please don’t forward it.' },
    severalLink(url, guest),
    ...(coming.length > 0 ? [feedLink(url, guest)] : []),
    ...linkTo(link),
  ]
  const nothingLeft = title === titleOf('declined', {})
  const subject = coming.length > 0 ? `You are coming to “${name}”` : nothingLeft ? `You are not coming to “${name}”` : `Your answers for “${name}”`
  return toGuest(guest, plain(to, subject, headed(title, blocks)))
}
