// What is kept of who did what in a group (R105): a line for each change, written in the commit it describes and never changed but to forget a name.
import type { ActivityBy, ActivityKind, ActivityLine, ActivityWay, ChangedFields } from '#protocol/record/activity.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { Role } from './group.ts'
import type { Rsvp } from './rsvp.ts'

/** A guest without an `rsvpId` is whose answer the line is about. */
type By = Exclude<ActivityBy, { type: 'guest' }> | { readonly type: 'guest'; readonly rsvpId?: string }
type StoredFields = { readonly [K in keyof ChangedFields]: Readonly<ChangedFields[K]> }

export interface Activity extends Stored {
  readonly groupId: string
  /** The group's revision that the line came with, then the id, which begins with the time: the order of the lines. */
  readonly groupRev: number
  readonly at: string
  /** Without the name of a guest: that is in `rsvpName`, so that it is forgotten in one place. */
  readonly by: By
  readonly via: ActivityWay
  readonly kind: ActivityKind
  /** Whose answer it is about. */
  readonly rsvpId?: string | undefined
  /** As they were called then; absent once their data is erased. */
  readonly rsvpName?: string | undefined
  readonly rsvpIds?: readonly string[] | undefined
  readonly count?: number | undefined
  readonly from: StoredFields
  readonly to: StoredFields
  /** R106: the act that this one took back. */
  readonly undoes?: string | undefined
  /** Removed roles as they were kept, with their counts and lines: for an undo, and shown to nobody. */
  readonly removed?: readonly Role[] | undefined
}
export const activities: Collection<Activity> = {
  name: 'activities',
  indexes: { group: { fields: ['groupId', 'groupRev'] }, rsvp: { fields: ['rsvpId'] } },
}

/** R106: the settings of a line as they were and are, whole, while an undo may need them: the line keeps the beginning of a long text. */
export interface UndoText extends Stored {
  readonly from: StoredFields['settings']
  readonly to: StoredFields['settings']
  readonly expiresAt: string
}
/** By the id of the line. */
export const undoTexts: Collection<UndoText> = { name: 'undoTexts', indexes: { expiry: { fields: ['expiresAt'] } } }

/** R106, R129: what stood of an answer that was taken away, by its id, while an undo may need it. */
export interface UndoAnswer extends Stored {
  readonly stood: Partial<Rsvp>
  readonly expiresAt: string
}
export const undoAnswers: Collection<UndoAnswer> = { name: 'undoAnswers', indexes: { expiry: { fields: ['expiresAt'] } } }

/** R96: somebody whose name is still to be taken out of older lines, by the id of their answer; the lines from the one reached on are done. */
export interface Forgetting extends Stored {
  readonly groupId: string
  readonly reached: string
}
export const forgettings: Collection<Forgetting> = { name: 'forgettings', indexes: { group: { fields: ['groupId'] } } }

/** So many characters of a text stay in a line. */
const textLength = 200
const shortText = (value: unknown) =>
  typeof value === 'string' && value.length > textLength ? `${value.slice(0, textLength - 1).toWellFormed()}…` : value
/** One side of a change as a line keeps it. */
export const shortened = (side: StoredFields): StoredFields =>
  side.settings
    ? { ...side, settings: Object.fromEntries(Object.entries(side.settings).map(([key, value]) => [key, shortText(value)])) }
    : side

const timeLength = 11
const actLength = 21
/** What the ids of an act's lines begin with: the time in milliseconds, then something by chance. */
export const newAct = (risingId: string) => risingId.slice(0, actLength)
/** The id of the nth line of an act; lines of one act follow each other. */
export const lineId = (act: string, nth: number) => act + nth.toString(16).padStart(3, '0')
export const actOf = ({ _id }: Pick<Activity, '_id'>) => _id.slice(0, actLength)

/** R106: the act that takes back another one: its id says which, so there is one at most. */
export const undoingAct = (secrets: Pick<Secrets, 'idOf'>, act: string) =>
  act.slice(0, timeLength) + secrets.idOf('undo', act).slice(0, actLength - timeLength)

function byOf({ by, rsvpId = '', rsvpName = '' }: Activity): ActivityBy {
  if (by.type !== 'guest') return by
  const isOwn = by.rsvpId === undefined || by.rsvpId === rsvpId
  return isOwn ? { type: 'guest', rsvpId, name: rsvpName } : { type: 'guest', rsvpId: by.rsvpId, name: '' }
}

/** For those who manage the group. */
export const entryView = (line: Activity): ActivityLine => ({
  _id: line._id,
  rev: line.rev,
  groupId: line.groupId,
  act: actOf(line),
  at: line.at,
  by: byOf(line),
  via: line.via,
  kind: line.kind,
  ...(line.rsvpId && { rsvp: { _id: line.rsvpId, name: line.rsvpName ?? '' } }),
  ...(line.rsvpIds && { rsvpIds: [...line.rsvpIds] }),
  ...(line.count !== undefined && { count: line.count }),
  from: line.from as ChangedFields,
  to: line.to as ChangedFields,
  ...(line.undoes && { undoes: line.undoes }),
})

export const isNamed = ({ rsvpName, from, to }: Activity) => rsvpName !== undefined || from.name !== undefined || to.name !== undefined

/** The line without what it says of a person by name. */
export function forgotten({ rsvpName: _, ...line }: Activity): Activity {
  const { name: __, ...from } = line.from
  const { name: ___, ...to } = line.to
  return { ...line, rev: line.rev + 1, from, to }
}
