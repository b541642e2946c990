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
import { places, weWillWrite } from './standing.ts'

/** One group of the answer. */
export interface SaidInGroup {
  readonly group: string
  readonly occasion: EventSummary
  readonly said: RsvpSummary
}

/** R89: there is no seat for them yet. */
const onlyWaits = ({ said: { roles, waiting = [] } }: SaidInGroup) => roles.length === 0 && waiting.length > 0

/** When and where it is, and as what they come. */
function panelsOf({ group, occasion, said }: SaidInGroup): FactsPanel[] {
  const party = along(said.companions?.length ?? 0)
  const hasRoles = said.roles.length > 0
  const more: FactsPanel['rows'] = [
    ['You come as', hasRoles ? `${rolesInWords(said.roles)}${party}` : ''],
    ['You come', hasRoles ? '' : party.replace(', ', '')],
    ['Waitlist', places(said)],
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

const partsOf = ({ length }: readonly SaidInGroup[]) => (length === 1 ? 'one part' : `${length} parts`)

export function severalEmail(to: string, url: string, guest: GuestPlace, { name, title, answers }: SaidInSeveral) {
  const yes = answers.filter(({ said }) => said.attending)
  const waiting = yes.filter(onlyWaits)
  const coming = yes.filter((one) => !onlyWaits(one))
  const declined = answers.filter(({ said }) => !said.attending).map(({ group }) => `“${group}”`)
  const link = yes.find(({ said }) => said.link)?.said.link
  const subjectOf = () => {
    if (coming.length > 0) return `You are coming to “${name}”`
    if (waiting.length > 0) return `You are on the waitlist for “${name}”`
    return title === titleOf('declined', {}) ? `You are not coming to “${name}”` : `Your answers for “${name}”`
  }
  const blocks: Block[] = [
    cover(url, guest),
    ...(coming.length > 0 ? [{ p: `You said yes to ${partsOf(coming)} of “${name}”:` }, ...coming.flatMap(panelsOf)] : []),
    ...(waiting.length > 0 ? [{ p: `You are on the waitlist in ${partsOf(waiting)} of “${name}”:` }, ...waiting.flatMap(panelsOf)] : []),
    ...(yes.some(({ said }) => said.waiting) ? [weWillWrite] : []),
    ...(declined.length > 0
      ? [{ p: `You said that you can’t come to ${rolesInWords(declined)}${yes.length > 0 ? '' : ` of “${name}”`}.` }]
      : []),
    { p: 'With this link you can see or change your answers at any time, without a code. It is yours alone, so please don’t forward it.' },
    severalLink(url, guest),
    ...(yes.length > 0 ? [feedLink(url, guest)] : []),
    ...linkTo(link),
  ]
  return toGuest(guest, plain(to, subjectOf(), headed(title, blocks)))
}
