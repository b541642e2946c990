// What the page of an event with several groups, and each email about several of them, is headed with for somebody who has answered (R131a, R151). Pure.
import { formRefusals } from '#protocol/kernel/form-refusals.ts'
import type { Answer, State } from '#protocol/seats/standing/standing.ts'
import { titleOf } from '#protocol/seats/standing/words.ts'
import type { EventIndex } from './several.ts'
import { comingInWords } from './sum.ts'

/** How they stand in one of its groups. */
export interface StandsInGroup {
  readonly state: State
  /** What the page of that group alone is headed with. */
  readonly title: string
  /** null where it was taken away. */
  readonly answer: Pick<Answer, 'attending' | 'roles' | 'waiting' | 'offers'> | null
  /** How long it takes. */
  readonly ms: number
}

/** What is said first of several groups in which they have no seat by their own answer. */
const order: readonly State[] = ['offered', 'assigned', 'handing-over', 'waiting', 'coming', 'removed']
const inSeveral: Readonly<Partial<Record<State, (count: number) => string>>> = {
  assigned: (count) => `You have seats in ${count} groups`,
  waiting: (count) => `You’re in line in ${count} groups`,
}

/** Whoever only waits there, or is offered a seat, has none yet. */
const isComing = ({ state, answer }: StandsInGroup) =>
  answer?.attending === true &&
  state !== 'over' &&
  state !== 'canceled' &&
  (answer.roles.length > 0 || ((answer.waiting ?? []).length === 0 && (answer.offers ?? []).length === 0))

/** `all`: every group of the event in which there is something of theirs; `saidNo`: to one of its groups, maybe to nothing else. */
export function titleInAll(status: EventIndex['status'], all: readonly StandsInGroup[], saidNo: boolean): string {
  if (status === 'ended' || status === 'cancelled') return formRefusals[`event-${status}`][1]
  const coming = all.filter(isComing)
  if (coming.length > 0) return comingInWords({ shifts: coming.length, ms: coming.reduce((sum, { ms }) => sum + ms, 0) })
  const [some = []] = order.map((state) => all.filter((one) => one.state === state)).filter((found) => found.length > 0)
  const [first] = some
  if (first) return (some.length > 1 && inSeveral[first.state]?.(some.length)) || first.title
  return titleOf(saidNo ? 'declined' : 'unanswered', {})
}
