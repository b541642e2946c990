// What organizers set of a group and of an event, one row each. The schemas of calls and views, the copy of an event, the form, the comparison of two
// edits, the activity and undo are made from these rows: a new setting is a row here, and the field it is set with.
import { z } from 'zod/mini'
import { LinkOrNothing, line, lineOrNothing, OrgId, prose } from '#protocol/kernel/fields.ts'
import { door, mostGroups } from '#protocol/kernel/limits.ts'
import { Instant, TimeZone } from '#protocol/kernel/time/instants.ts'
import { Photo } from '#protocol/people/picture.ts'
import { companionLimits } from '#protocol/seats/companions/companion.ts'
import { Question, Questions } from '#protocol/seats/questions/question.ts'
import { EventTheme } from '#protocol/seats/theme/theme.ts'

interface Setting {
  /** What is kept and shown. */
  readonly kept: z.ZodMiniType
  /** What may be sent, where less than that may. */
  readonly sent?: z.ZodMiniType
  /** What it is where a new group or event doesn't say; it has to without. */
  readonly initial?: unknown
  /** What the activity and a refusal of undo call it. */
  readonly noun: string
  /** Its name in the form and where two edits are compared; absent where the form hasn't got it, or puts it together with others. */
  readonly label?: string
  /** Guests are shown it (R28). */
  readonly forGuests?: true
  /** A switch that is saved when it is pressed. */
  readonly atOnce?: true
  /** Set by a call of its own: the forms and their calls leave it out. */
  readonly apart?: true
}
export type Rows = Readonly<Record<string, Setting>>

const flag = z.boolean()
/** R141: '' for the event's own, or none. */
const InstantOrNothing = z.union([z.literal(''), Instant])
/** R91: hours before the start from which seats are offered instead of given, unless the group says otherwise. */
export const defaultCutoffHours = 24
const bufferSentence = 'Between groups there are 0 to 240 minutes'
const doorsSentence = 'The doors open 0 minutes to 24 hours before the start'
const maxGroupsSentence = `One person may have seats in 1 to ${mostGroups} groups`
const minGroupsSentence = `One person can be asked to take 0 to ${mostGroups} groups`
const companionsSentence = `A guest can bring 0 to ${companionLimits.perGuest} companions`
const cutoffSentence = 'The cut-off is between 0 and 168 hours before the start'

export const groupSettings = {
  name: { kept: z.string(), sent: line(120, 'Please enter a name'), noun: 'the name', label: 'Name', forGuests: true },
  description: { kept: z.string(), sent: prose(2000), initial: '', noun: 'the description', label: 'Description', forGuests: true },
  displayRSVPToAll: {
    kept: flag,
    initial: true,
    noun: 'who sees the answers',
    label: 'RSVP visibility',
    forGuests: true,
    atOnce: true,
  },
  showConfirmation: { kept: flag, initial: false, noun: 'confirmation', forGuests: true, atOnce: true },
  /** R26: in force where an organization owns or attends. */
  limitToMembers: { kept: flag, initial: true, noun: 'who may answer', label: 'Event access' },
  /** R89, R91 */
  waitlist: { kept: flag, initial: true, noun: 'the waitlist', label: 'Waitlist', atOnce: true },
  waitlistCutoffHours: {
    kept: z.int(),
    sent: z.int(cutoffSentence).check(z.gte(0, cutoffSentence), z.lte(168, cutoffSentence)),
    initial: defaultCutoffHours,
    noun: 'the cut-off of the waitlist',
    label: 'Give free seats automatically',
    atOnce: true,
  },
  /** R94 */
  handOver: { kept: flag, initial: true, noun: 'hand-over', label: 'Handing over', atOnce: true },
  /** R170: how many people each guest may bring. */
  maxCompanions: {
    kept: z.int(),
    sent: z.int(companionsSentence).check(z.gte(0, companionsSentence), z.lte(companionLimits.perGuest, companionsSentence)),
    initial: 0,
    noun: 'the number of companions',
    label: 'Companions',
    atOnce: true,
  },
  /** R160: with those that are retired; guests are shown the others (`FormView`). */
  questions: { kept: z.array(Question), sent: Questions, initial: [], noun: 'the questions' },
  /** Whose members may get roles, besides those of the organization that owns it. */
  attendingOrgIds: {
    kept: z.array(z.string()),
    sent: z.array(OrgId).check(z.maxLength(50)),
    initial: [],
    noun: 'the organizations that attend',
    label: 'Attending organization',
  },
  /** R141: '' for those of its event; start and end both or neither. */
  start: { kept: z.string(), sent: InstantOrNothing, initial: '', noun: 'the start', label: 'Start' },
  end: { kept: z.string(), sent: InstantOrNothing, initial: '', noun: 'the end', label: 'End' },
  location: { kept: z.string(), sent: lineOrNothing(200), initial: '', noun: 'the place', label: 'Place' },
  /** R144: one may have a seat here and in a group at the same time. */
  allowOverlap: { kept: flag, initial: false, noun: 'overlapping', label: 'At the same time as others' },
  /** R141a: from when to when guests may answer; '' for always. */
  opensAt: { kept: z.string(), sent: InstantOrNothing, initial: '', noun: 'when answers open', label: 'Answers open' },
  closesAt: { kept: z.string(), sent: InstantOrNothing, initial: '', noun: 'when answers close', label: 'Answers close' },
} as const satisfies Rows
export type GroupSettings = StoredSettings<typeof groupSettings>

export const eventSettings = {
  name: { kept: z.string(), sent: line(120, 'Please enter a name for the event'), noun: 'the name', label: 'Name', forGuests: true },
  description: { kept: z.string(), sent: prose(5000), initial: '', noun: 'the description', label: 'Description', forGuests: true },
  /** R84: '' for none. */
  location: { kept: z.string(), sent: lineOrNothing(200), initial: '', noun: 'the place', label: 'Place', forGuests: true },
  dressCode: { kept: z.string(), sent: lineOrNothing(100), initial: '', noun: 'the dress code', label: 'Dress code', forGuests: true },
  /** R84: shown to guests who said yes; '' for none. */
  link: { kept: z.string(), sent: LinkOrNothing, initial: '', noun: 'the link', label: 'Link' },
  /** R85: one that follows from the event where nobody has chosen. */
  theme: { kept: EventTheme, sent: z.optional(EventTheme), noun: 'the color theme', label: 'Cover', forGuests: true },
  /** R224: null for none. */
  photo: { kept: z.nullable(Photo), initial: null, noun: 'the photo', forGuests: true, apart: true },
  /** R53: UTC, shown in `timeZone`. */
  start: { kept: z.string(), sent: Instant, noun: 'the start', forGuests: true },
  end: { kept: z.string(), sent: Instant, noun: 'the end', forGuests: true },
  timeZone: { kept: z.string(), sent: TimeZone, initial: 'UTC', noun: 'the time zone', forGuests: true },
  manualEnd: { kept: flag, initial: false, noun: 'the end' },
  /** R185: how many minutes before the start of each group. */
  doorsOpen: {
    kept: z.int(),
    sent: z.int(doorsSentence).check(z.gte(0, doorsSentence), z.lte(1_440, doorsSentence)),
    initial: door.opensMinutesBefore,
    noun: 'when the doors open',
    label: 'Doors open',
  },
  /** R144: between two groups that one person has seats in. */
  bufferMinutes: {
    kept: z.int(),
    sent: z.int(bufferSentence).check(z.gte(0, bufferSentence), z.lte(240, bufferSentence)),
    initial: 0,
    noun: 'the time between groups',
  },
  /** R148: null for as many as there are. */
  maxGroups: {
    kept: z.nullable(z.int()),
    sent: z.nullable(z.int(maxGroupsSentence).check(z.gte(1, maxGroupsSentence), z.lte(mostGroups, maxGroupsSentence))),
    initial: null,
    noun: 'the most groups for one person',
  },
  /** R148: asked of a guest, and marked where somebody has fewer; never refused. */
  minGroups: {
    kept: z.int(),
    sent: z.int(minGroupsSentence).check(z.gte(0, minGroupsSentence), z.lte(mostGroups, minGroupsSentence)),
    initial: 0,
    noun: 'the fewest groups for one person',
  },
} as const satisfies Rows
export type EventSettings = StoredSettings<typeof eventSettings>
/** What an event is created and changed with. */
export const typedEventSettings = lacking(eventSettings, 'apart')

type SentField<S extends Setting> = S extends { readonly sent: infer T extends z.ZodMiniType } ? T : S['kept']
type Created<S extends Setting> = S extends { readonly initial: unknown } ? z.ZodMiniDefault<SentField<S>> : SentField<S>
/** What is kept of these settings. */
export type StoredSettings<R extends Rows> = { readonly [K in keyof R]: z.infer<R[K]['kept']> }
type Having<R extends Rows, F extends keyof Setting> = { [K in keyof R as R[K] extends Record<F, unknown> ? K : never]: R[K] }

const each = <T>(rows: Rows, make: (row: Setting, key: string) => T) =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, make(row, key)]))

/** The rows that have this. */
export const having = <R extends Rows, F extends keyof Setting>(rows: R, field: F) =>
  Object.fromEntries(Object.entries(rows).filter(([, row]) => field in row)) as unknown as Having<R, F>
/** The rows that haven't. */
export function lacking<R extends Rows, F extends keyof Setting>(rows: R, field: F) {
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => !(field in row))) as unknown as Omit<R, keyof Having<R, F>>
}
export const keysOf = <R extends Rows>(rows: R) => Object.keys(rows) as (keyof R & string)[]

/** The shape of a view that shows them. */
export const shown = <R extends Rows>(rows: R) => each(rows, ({ kept }) => kept) as { [K in keyof R]: R[K]['kept'] }
/** The shape of a call that creates what they are of. */
export const created = <R extends Rows>(rows: R) =>
  each(rows, ({ kept, sent = kept, ...row }) => ('initial' in row ? z._default(sent, row.initial as never) : sent)) as {
    [K in keyof R]: Created<R[K]>
  }
/** The shape of a call that changes them: what is absent stays. */
export const edited = <R extends Rows>(rows: R) =>
  each(rows, ({ kept, sent = kept }) => z.optional(sent)) as { [K in keyof R]: z.ZodMiniOptional<SentField<R[K]>> }

/** What they are where nothing is said; the name and the like, which have to be, are left out. */
export const initial = <R extends Rows>(rows: R) =>
  each(having(rows, 'initial'), (row) => row.initial) as StoredSettings<Having<R, 'initial'>>
/** The shape of a draft of them, as it is typed: what an older draft hasn't got is what it is where nothing is said. */
export const drafted = <R extends Rows>(rows: R) =>
  each(rows, ({ kept, ...row }) => ('initial' in row ? z._default(kept, row.initial as never) : kept)) as {
    [K in keyof R]: R[K] extends { readonly initial: unknown } ? z.ZodMiniDefault<R[K]['kept']> : R[K]['kept']
  }
/** Reads them out of a record or a form, and nothing else. A record from before a setting has it as it is where nothing is said. */
export const settingsIn = <R extends Rows, T extends Partial<StoredSettings<R>>>(rows: R, from: T) => {
  const kept: Record<string, unknown> = {}
  for (const key in rows) {
    const value = from[key as unknown as keyof T] ?? rows[key]?.initial
    if (value !== undefined) kept[key] = value
  }
  return kept as {
    -readonly [K in keyof R & keyof T]: T[K]
  }
}
/** What they are called, each beginning a sentence. */
export const subjects = <R extends Rows>(rows: R) =>
  each(rows, ({ noun }) => noun.slice(0, 1).toUpperCase() + noun.slice(1)) as Record<keyof R, string>
