// What is said of how a guest stands: the words of the card and of the emails about an answer (R123).
import { formRefusals } from '#protocol/kernel/form-refusals.ts'
import { along, companionName } from '#protocol/seats/companions/companion.ts'
import type { FormView, OwnOffer } from '#protocol/seats/rsvp.ts'
import { type Answer, offersOpen, type Standing, type StandingFacts, type State } from './standing.ts'

export interface StandingWords {
  readonly title: string
  readonly lines: readonly string[]
}

/** One role is one seat. */
export const seatWord = (roles: readonly string[]) => (roles.length > 1 ? 'seats' : 'seat')

/** "Speaker", "Speaker and Host", "Speaker, Host and Cook". */
export const rolesInWords = (roles: readonly string[]): string =>
  roles.length < 2 ? roles.join('') : `${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`

/** From here on roles are counted, not named. */
export const maxNamed = 3

/** "Host", "Host and Cook", "Host, Cook and 4 more". */
export function rolesInShort(roles: readonly string[]): string {
  return rolesInWords(roles.length > maxNamed ? [...roles.slice(0, maxNamed - 1), `${roles.length - maxNamed + 1} more`] : roles)
}

/** "as Host", "without a role"; nothing where the event has no roles. */
const asWhat = (roles: readonly string[], hasRoles: boolean) => {
  if (roles.length > 0) return ` as ${rolesInShort(roles)}`
  return hasRoles ? ' without a role' : ''
}

const cameWords = {
  companion: 'You accepted: the seat that was taken for you is yours.',
  'hand-over': 'You accepted: the seat was handed over to you.',
  offer: 'You accepted: the seat that was held for you is yours.',
  waitlist: 'A seat opened up, and it’s yours.',
  door: 'You were added to the guest list at the door.',
} as const

const places = (waiting: NonNullable<Answer['waiting']>) => {
  const [first, ...others] = waiting.map(({ role, position }) => `number ${position} in line for ${role}`)
  return [`You’re ${first ?? 'in line'}`, ...others].join(', and ')
}

/** Whether they come if no seat becomes free. */
function eitherWay({ attending, roles }: Answer): string {
  if (!attending) return 'You haven’t said yet whether you come without it.'
  return roles.length > 0 ? `You’re coming either way, as ${rolesInShort(roles)}.` : 'You’re coming either way, for now without a role.'
}

/** What somebody answered, once it can't be changed any more. */
function answered({ attending, roles }: Answer, hasRoles: boolean): string {
  if (attending === null) return 'You didn’t answer.'
  return attending ? `You said yes${asWhat(roles, hasRoles)}.` : 'You said no.'
}

/** R164: of the questions that have to be answered. */
export const openInWords = (open: number) => (open === 1 ? '1 question is still open' : `${open} questions are still open`)

/** What a title is made of, on the card and in an email. */
export interface TitleFacts {
  readonly roles?: readonly string[] | undefined
  /** Whether the event has any. */
  readonly hasRoles?: boolean | undefined
  readonly companions?: number | undefined
  readonly waiting?: Answer['waiting']
  /** How many seats are held for them. */
  readonly seats?: number | undefined
}

/** The sentence that a standing begins with; one rule for page and email. */
const titles = {
  unanswered: () => 'You are invited',
  canceled: () => formRefusals['event-cancelled'][1],
  declined: () => 'You’ve said no',
  assigned: ({ roles = [] }) => `You have ${roles.length > 1 ? 'seats' : 'a seat'} as ${rolesInShort(roles)}`,
  offered: ({ roles = [], seats = 1 }) =>
    seats > 1 ? `${seats} seats as ${rolesInShort(roles)} are held for you` : `A seat as ${rolesInShort(roles)} is held for you`,
  waiting: ({ waiting = [] }) => places(waiting),
  coming: ({ roles = [], hasRoles = false, companions = 0 }) => `You’re coming${asWhat(roles, hasRoles)}${along(companions)}`,
} satisfies Partial<Record<State, (facts: TitleFacts) => string>>
export type Titled = keyof typeof titles
export const titleOf = (state: Titled, facts: TitleFacts): string => titles[state](facts)

type About = Pick<StandingFacts, 'answer' | 'removed' | 'showConfirmation' | 'open' | 'free'> & {
  readonly hasRoles: boolean
  /** Who invites; '' where they gave no name. */
  readonly host?: string | undefined
  /** R172: how the roles stand, by which a party reads what is free for it. */
  readonly coverage?: FormView['roleCoverage']
}
interface WordsContext {
  readonly now: number
  /** Writes a moment as its reader does. */
  readonly formatted: (iso: string) => string
}

/** Gives the sentences of a standing. */
export function wordsOf({ state, next }: Pick<Standing, 'state' | 'next'>, about: About, at: WordsContext): StandingWords {
  const { answer, removed, hasRoles, open = 0 } = about
  if (state === 'canceled') return { title: titleOf(state, {}), lines: [...hadWords(answer), 'You don’t need to do anything.'] }
  if (state === 'over')
    return {
      title: formRefusals['event-ended'][1],
      lines: [...(answer ? [answered(answer, hasRoles)] : []), 'Answers can no longer be given or changed.'],
    }
  if (state === 'removed')
    return {
      title: 'Your answer was removed',
      lines: [`${hostOf(about)} removed it.`, ...(removed?.mayAnswer ? [] : [formRefusals['answer-blocked'][1]])],
    }
  if (!answer || state === 'unanswered') return { title: titleOf('unanswered', {}), lines: [] }
  if (state === 'offered') return offeredWords(answer, at)
  if (state === 'handing-over' && answer.handOver) return handingOverWords(answer.handOver, at)
  const { title, lines } = answerWords({ state, next }, answer, about, at)
  return { title, lines: [...lines, ...(open > 0 ? [`${openInWords(open)}.`] : [])] }
}

/** What somebody loses by it. */
function hadWords(answer: Answer | null): string[] {
  if (!answer || answer.attending === false || answer.roles.length === 0) return []
  return [`You had ${answer.roles.length > 1 ? 'seats' : 'a seat'} as ${rolesInShort(answer.roles)}.`]
}

const hostOf = ({ host }: Pick<About, 'host'>) => host || 'The organizer'

/** "25 seats are left"; '' for none. */
function leftInWords(free: About['free'] = []): string {
  const left = free.reduce((sum, role) => sum + role.left, 0)
  return left > 0 ? ` If plans change, ${left === 1 ? '1 seat is' : `${left} seats are`} left.` : ''
}

/** R149: what accepting a seat gives back. */
export function givesBack({ instead = [], choose }: Pick<OwnOffer, 'instead' | 'choose'>): string[] {
  const which = choose && (choose.count > 1 ? `which ${choose.count} of them` : 'which of them')
  return [
    ...(instead.length > 0 ? [`Accepting gives back your seat in ${rolesInWords(instead)}.`] : []),
    ...(which ? [`You have seats in as many groups as one person may. If you accept, you choose ${which} you give back.`] : []),
  ]
}

function offeredWords(answer: Answer, { now, formatted }: WordsContext): StandingWords {
  const [first, ...others] = offersOpen(answer, now)
  const until = first ? formatted(first.until) : ''
  const seats = first?.seats ?? 1
  const also = others.map((one) => `So is one as ${one.role}, until ${formatted(one.until)}.`)
  return {
    title: titleOf('offered', { roles: first ? [first.role] : [], seats }),
    lines: [`Until ${until}, then ${seats > 1 ? 'they go' : 'it goes'} to the next person.`, ...(first ? givesBack(first) : []), ...also],
  }
}

function handingOverWords({ name, email, roles, until }: NonNullable<Answer['handOver']>, { formatted }: WordsContext): StandingWords {
  return {
    title: `You offered your ${seatWord(roles)} to ${name}`,
    lines: [
      `We emailed ${email} a link. Until they accept, you are still ${rolesInShort(roles)}.`,
      `The offer expires ${formatted(until)}.`,
    ],
  }
}

/** R172: why who is next may still wait. */
function togetherLines(waiting: NonNullable<Answer['waiting']>, coverage: About['coverage'] = []): string[] {
  const { role = '', position = 0, needs = 1 } = waiting[0] ?? {}
  if (needs < 2) return []
  const { total = 0, count = 0 } = coverage.find(({ name }) => name === role) ?? {}
  const free = total - count
  if (free < 1 || free >= needs) return [`You need ${needs} seats at once. Fewer go to those who need no more, and you keep your place.`]
  const seats = free === 1 ? '1 seat' : `${free} seats`
  const said =
    position === 1 ? `You’re next for ${seats}; you need ${needs}.` : `${seats} ${free === 1 ? 'is' : 'are'} free; you need ${needs}.`
  return [`${said} Fewer go to those who need no more, and you keep your place.`]
}

/** R175: whose link has not been answered yet. */
const linkLines = ({ companions = [], name = '' }: Answer, { now, formatted }: WordsContext) =>
  companions.flatMap(({ link, ...one }, nth) =>
    link && Date.parse(link.until) > now
      ? [
          `We emailed ${link.email} a link for ${companionName(one, name, nth + 1)}. Until they accept, their seat is yours. It ends ${formatted(link.until)}.`,
        ]
      : [],
  )

/** What a list of several answers leaves out. */
export const isSaved = 'Your answer is saved.'

function answerWords({ state, next }: Pick<Standing, 'state' | 'next'>, answer: Answer, about: About, at: WordsContext): StandingWords {
  const { roles, waiting = [], cameBy, confirmed, companions = [] } = answer
  const { hasRoles, showConfirmation, coverage, free } = about
  const links = linkLines(answer, at)
  const asked = next === 'confirm' ? [`Not confirmed yet. ${hostOf(about)} plans with confirmed guests.`] : []
  if (state === 'declined') return { title: titleOf(state, {}), lines: [`${hostOf(about)} can see it.${leftInWords(free)}`] }
  if (state === 'assigned')
    return {
      title: titleOf(state, { roles }),
      lines: [`${hostOf(about)} gave ${roles.length > 1 ? 'them' : 'it'} to you. Are you coming?`],
    }
  if (state === 'waiting')
    return { title: titleOf(state, { waiting }), lines: [...togetherLines(waiting, coverage), eitherWay(answer), ...links, ...asked] }
  const came = cameBy && roles.length > 0 ? [cameWords[cameBy]] : []
  const sure = showConfirmation && confirmed ? ['You have confirmed.'] : []
  return {
    title: titleOf('coming', { roles, hasRoles, companions: companions.length }),
    lines: [isSaved, ...came, ...sure, ...links, ...asked],
  }
}
