// What the model of a group consists of, and what may be asked of it. It keeps no count: whoever asks for one counts the list anew.
import type { RefusalCode } from '#protocol/kernel/refusals.ts'

export interface ModelRole {
  readonly id: number
  readonly name: string
  readonly max: number
}
export interface ModelPerson {
  readonly who: number
  readonly name: string
  readonly attending: boolean | null
  /** Ids of the roles whose seats they have. */
  readonly roles: readonly number[]
  /** Ids of the roles they had when they declined. */
  readonly declined: readonly number[]
  readonly confirmed: boolean
  /** A role of theirs was deleted: their next answer is a new one, whatever it says. */
  readonly lost: boolean
  /** R91: seats held for them, with when that ends. */
  readonly offers: readonly { readonly id: number; readonly until: number }[]
  /** What they said about waiting: whether to go on after one role, and whether it replaces the one they have. */
  readonly keep: boolean
  readonly replace: boolean
  /** R94: to whom the seats are offered, which, and until when. */
  readonly handOver: { readonly to: number; readonly roles: readonly number[]; readonly until: number } | null
}
export type Mode = 'choose' | 'assign' | 'neither' | 'both'
/** R106: what can be taken back of an act of the owner's. */
export interface ModelAct {
  readonly at: number
  readonly isUndone: boolean
  readonly limit?: { readonly id: number; readonly from: number; readonly to: number }
  /** Who got a role, as they were before and after; who lost one. */
  readonly takes?: {
    readonly who: number
    readonly id: number
    readonly before: ModelPerson | undefined
    readonly after: ModelPerson
    /** How often the event had moved. */
    readonly moves: number
  }
  readonly gives?: { readonly who: number; readonly id: number; readonly earlier: readonly string[] }
  /** It ended a wait, an offer or a hand-over of one of them. */
  readonly hasEnded: boolean
}
export interface Model {
  readonly roles: readonly ModelRole[]
  readonly people: readonly ModelPerson[]
  readonly rolesMade: number
  readonly asksConfirmation: boolean
  readonly mode: Mode
  readonly single: boolean
  readonly tier: 'free' | 'team'
  readonly now: number
  readonly start: number
  /** R54: how often it has moved: each time all are asked to confirm again, wherever it was moved. */
  readonly moves: number
  readonly cancelled: boolean
  /** R89: who waits for a role, by its id, the next one first. */
  readonly lines: Readonly<Record<number, readonly number[]>>
  /** R93: who has which role, in the order in which they got it. */
  readonly seatings: readonly { readonly who: number; readonly id: number }[]
  /** How many emails each person got. */
  readonly letters: Readonly<Record<number, number>>
  /** R119: what of a role given or taken by hand waits to be told, by person and role; nothing is sent meanwhile. */
  readonly notices: Readonly<Record<string, 'assigned' | 'unassigned' | undefined>>
  /** R106: the latest last. */
  readonly acts: readonly ModelAct[]
}

export type Command =
  | {
      kind: 'answer'
      who: number
      name: string
      attending: boolean
      roles: readonly string[]
      confirmed: boolean
      waits: { readonly for: readonly string[]; readonly keep: boolean; readonly replace: boolean } | null
    }
  | { kind: 'offer'; who: number; role: string; accept: boolean }
  | { kind: 'handOver'; who: number; to: number }
  | { kind: 'takeBack'; who: number }
  /** By the link of the offer that `who` has made. */
  | { kind: 'acceptSeat'; who: number; replace: boolean }
  | { kind: 'declineSeat'; who: number }
  | { kind: 'list'; who: number; role: string; change: 'give' | 'front' | 'remove'; addSeat: boolean }
  | { kind: 'lower'; role: string; max: number }
  /** R106: the act that came so many before the last one, or, once it is in flight, the act of that number. */
  | { kind: 'undo'; back: number; nth?: number }
  | { kind: 'hours'; hours: number }
  | { kind: 'assign'; who: number; role: string }
  /** R110: a role in the place of another. */
  | { kind: 'swap'; who: number; from: string; role: string }
  | { kind: 'take'; who: number; role: string }
  | { kind: 'pass'; who: number; to: number; role: string }
  | { kind: 'addRole'; role: string; max: number }
  | { kind: 'setMax'; role: string; max: number }
  | { kind: 'removeRole'; role: string }
  /** The whole form: `is` is the place of the role that a row stands for when the form is opened, or null for a new one. */
  | { kind: 'form'; rows: readonly { is: number | null; name: string; max: number }[] }
  | { kind: 'askConfirmation'; on: boolean }
  | { kind: 'switch'; mode: Mode; single: boolean }
  | { kind: 'move'; days: number }
  | { kind: 'setTier'; tier: 'free' | 'team' }
  | { kind: 'wait'; days: number }
  | { kind: 'remove' }
/** What is asked of the product; time and plans change by themselves. */
export type Request = Exclude<Command, { kind: 'wait' | 'setTier' | 'hours' }>
export type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>

/** What a command makes of a model: another one, or the code it is refused with. */
export type Made = Model | RefusalCode

export const eventHours = 1
export const newcomer = { offers: [], keep: false, replace: false, handOver: null }

export const keyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase()
export const named = (model: Model, name: string) => model.roles.find((role) => keyOf(role.name) === keyOf(name))
export const personOf = (model: Model, who: number) => model.people.find((one) => one.who === who)
export const hasSeat = (person: ModelPerson | undefined, id: number) =>
  person !== undefined && person.attending !== false && person.roles.includes(id)
/** R1: everyone who has the role and has not declined. */
export const seatsTaken = ({ people }: Model, id: number) => people.filter((person) => hasSeat(person, id)).length
export const isOver = ({ start, now }: Model) => start + eventHours * 3_600_000 <= now

const holds = (person: ModelPerson | undefined) => (person && person.attending !== false ? person.roles : [])
export const withPerson = (model: Model, person: ModelPerson): Model => ({
  ...model,
  seatings: [
    ...model.seatings.filter(({ who, id }) => who !== person.who || holds(person).includes(id)),
    ...holds(person).flatMap((id) => (holds(personOf(model, person.who)).includes(id) ? [] : { who: person.who, id })),
  ],
  people: [...model.people.filter(({ who }) => who !== person.who), person],
})
export const withLetter = (model: Model, who: number): Model => ({
  ...model,
  letters: { ...model.letters, [who]: (model.letters[who] ?? 0) + 1 },
})
/** R119: the newest counts, and two that say the opposite cancel each other. */
export function withNotice(model: Model, who: number, id: number, says: 'assigned' | 'unassigned'): Model {
  const key = `${who} ${id}`
  const waiting = model.notices[key]
  if (waiting === says) return model
  const step = waiting === undefined ? 1 : -1
  const letters = { ...model.letters, [who]: (model.letters[who] ?? 0) + step }
  return { ...model, letters, notices: { ...model.notices, [key]: waiting === undefined ? says : undefined } }
}
export const sameSet = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((one) => b.includes(one))

/** R129: roles are taken away whatever the plan and the toggles say. Why they can't be, if so. */
export function closedToTaking(model: Model): RefusalCode | undefined {
  if (model.cancelled) return 'event-unknown'
  return isOver(model) ? 'event-ended' : undefined
}
/** Why nobody can be assigned now, if so. */
export function closedToAssigning(model: Model): RefusalCode | undefined {
  if (model.cancelled) return 'event-unknown'
  if (model.tier !== 'team') return 'team-plan-needed'
  if (model.mode !== 'assign') return 'assignment-disabled'
  return closedToTaking(model)
}
