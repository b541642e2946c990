// R126: how answers are told: the looks and words of confirmation only where guests are asked to confirm. Whatever draws answers asks here.

import { peopleText } from './companions/counting.ts'
import type { Answers, DetailedCounts, RoleCoverage, RsvpRow } from './group.ts'
import { stillNeeded } from './risk.ts'

export type CoverageLook = 'coming' | 'expected' | 'confirmed' | 'unconfirmed' | 'assigned' | 'declined' | 'held'
/** One segment of a bar, and one entry of its legend. */
export interface CoveragePart {
  readonly look: CoverageLook
  readonly name: string
  readonly count: number
}

interface Kind extends Omit<CoveragePart, 'count'> {
  readonly of: readonly (keyof DetailedCounts)[]
}
const confirmedWord = 'Yes, confirmed'
const unconfirmedWord = 'Yes, not confirmed'
const assigned = { asked: 'Assigned, no response', plain: 'Assigned, no answer yet' } as const
/** The contract's four parts. */
const asked: readonly Kind[] = [
  { look: 'confirmed', name: confirmedWord, of: ['confirmedAndYes'] },
  { look: 'unconfirmed', name: unconfirmedWord, of: ['yesNotConfirmed'] },
  { look: 'assigned', name: assigned.asked, of: ['assignedNoResponse'] },
  { look: 'declined', name: 'Declined', of: ['declined'] },
]
/** Who holds a seat; who declined holds none. */
const plain: readonly Kind[] = [
  { look: 'coming', name: 'Coming', of: ['confirmedAndYes', 'yesNotConfirmed'] },
  { look: 'expected', name: assigned.plain, of: ['assignedNoResponse'] },
]

/** R130: what offers hold is a part only where they hold something. */
const heldPart = (count: number): CoveragePart[] => (count > 0 ? [{ look: 'held', name: 'Held by an offer', count }] : [])

/** The parts of these counts; `isAsked` says whether guests are asked to confirm. */
export const coverageParts = (counts: DetailedCounts, isAsked: boolean, held = 0): CoveragePart[] => [
  ...(isAsked ? asked : plain).map(({ look, name, of }) => ({ look, name, count: of.reduce((sum, key) => sum + counts[key], 0) })),
  ...heldPart(held),
]

/** The same of several roles together; none where the details are kept private (R27). */
export function coverageSum(coverage: readonly RoleCoverage[], isAsked: boolean): CoveragePart[] {
  const sum = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }
  let allHeld = 0
  for (const { detailedCounts, held = 0 } of coverage) {
    if (!detailedCounts) return []
    allHeld += held
    for (const key of Object.keys(sum) as (keyof DetailedCounts)[]) sum[key] += detailedCounts[key]
  }
  return coverage.length > 0 ? coverageParts(sum, isAsked, allHeld) : []
}

/** R140: all roles of a group as one: what it needs at least is what it has, and what its roles still need. */
export function wholeCoverage({ _id, name }: Pick<RoleCoverage, '_id' | 'name'>, roles: readonly RoleCoverage[]): RoleCoverage {
  const sum = (of: (role: RoleCoverage) => number) => roles.reduce((done, role) => done + of(role), 0)
  const counts = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }
  const isDetailed = roles.every(({ detailedCounts }) => detailedCounts !== undefined)
  for (const { detailedCounts } of roles)
    for (const key of Object.keys(counts) as (keyof DetailedCounts)[]) counts[key] += detailedCounts?.[key] ?? 0
  const needed = sum(stillNeeded)
  const [waits, held] = [sum((role) => role.waiting ?? 0), sum((role) => role.held ?? 0)]
  return {
    _id,
    name,
    total: sum(({ total }) => total),
    count: sum(({ count }) => count),
    ...(waits > 0 && { waiting: waits }),
    ...(isDetailed && { detailedCounts: counts }),
    ...(needed > 0 && { min: counts.confirmedAndYes + counts.yesNotConfirmed + needed }),
    ...(held > 0 && { held }),
  }
}

/** What of a bar needs explaining: all four parts, and of the plain ones those there are, unless they are all of one color. */
export function legendOf(parts: readonly CoveragePart[], isAsked: boolean): readonly CoveragePart[] {
  const present = parts.filter(({ count }) => count > 0)
  return isAsked ? parts : present.length > 1 || present.some(({ look }) => look === 'held') ? present : []
}

/** How many have answered: who was asked and said nothing yet is in the list, but is no answer. */
export const answeredIn = ({ yes, no }: Pick<Answers, 'yes' | 'no'>): number => yes + no

/** What the answers are called, together. */
const countWords = {
  asked: { yes: 'Yes', no: 'No', none: 'No response' },
  plain: { yes: 'Coming', no: 'Not coming', none: 'No response' },
} as const
export const answerWords = (isAsked: boolean): Readonly<Record<keyof Answers, string>> => countWords[isAsked ? 'asked' : 'plain']

/** What one person's answer is called: as in the bar, where they hold a seat. */
export function answerWord({ attending, confirmed, roles }: Pick<RsvpRow, 'attending' | 'confirmed' | 'roles'>, isAsked: boolean): string {
  const words = answerWords(isAsked)
  if (attending === false) return words.no
  if (attending === null) return roles.length === 0 ? words.none : assigned[isAsked ? 'asked' : 'plain']
  return isAsked ? (confirmed ? confirmedWord : unconfirmedWord) : words.yes
}

/** Says who answered what: '12 coming, 3 not coming, 2 no response'; R171: where some bring others '12 coming (answers), 15 people coming, 3 not coming'. */
export function answersText({ yes, no, none }: Answers, isAsked: boolean, companions = 0): string {
  if (yes + no + none === 0) return 'No answers yet'
  const words = answerWords(isAsked)
  const coming = companions > 0 ? [`${yes} ${words.yes} (answers)`, `${peopleText(yes + companions)} coming`] : [`${yes} ${words.yes}`]
  const said = [...coming, `${no} ${words.no}`, ...(none > 0 ? [`${none} ${words.none}`] : [])]
  return said.join(', ').toLowerCase()
}
