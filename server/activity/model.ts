// What is kept of who did what in a group (R105): a line for each change, written in the commit it describes and never changed but to forget a name.
import type { ActivityBy, ActivityKind, ActivityLine, ActivityWay, Facts } from '#protocol/activity.ts'
import type { Role } from '../group/model.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Collection, Stored } from '../store/store.ts'

type By = Exclude<ActivityBy, { type: 'guest' }> | { readonly type: 'guest'; readonly rsvpId: string }
type Then = { readonly [K in keyof Facts]: Readonly<Facts[K]> }

export interface Activity extends Stored {
  readonly groupId: string
  /** The group's revision that the line came with, and `at`: the order of the lines. */
  readonly groupRev: number
  readonly at: string
  /** A guest has no name here: it is `rsvpName`, so that there is one place to forget it. */
  readonly by: By
  readonly via: ActivityWay
  readonly kind: ActivityKind
  /** Whose answer it is about. */
  readonly rsvpId?: string
  /** As they were called then; absent once their data is erased. */
  readonly rsvpName?: string
  readonly rsvpIds?: readonly string[]
  readonly count?: number
  readonly from: Then
  readonly to: Then
  /** R106: the act that this one took back. */
  readonly undoes?: string
  /** Removed roles as they were kept, with their counts and lines: for an undo, and shown to nobody. */
  readonly removed?: readonly Role[]
}
export const activities: Collection<Activity> = {
  name: 'activities',
  indexes: { group: { fields: ['groupId', 'groupRev', 'at'] }, rsvp: { fields: ['rsvpId'] } },
}

const actLength = 21
/** The id of the nth line of an act; lines of one act follow each other. */
export const lineId = (act: string, nth: number) => act.slice(0, actLength) + nth.toString(16).padStart(3, '0')
export const actOf = ({ _id }: Pick<Activity, '_id'>) => _id.slice(0, actLength)

/** R106: the act that takes back another one: its id says which, so there is one at most. */
export const undoingAct = (secrets: Pick<Secrets, 'idOf'>, act: string) => secrets.idOf('undo', act)

/** For those who manage the group. */
export const lineView = (line: Activity): ActivityLine => ({
  _id: line._id,
  rev: line.rev,
  groupId: line.groupId,
  act: actOf(line),
  at: line.at,
  by: line.by.type === 'guest' ? { ...line.by, name: line.by.rsvpId === line.rsvpId ? (line.rsvpName ?? '') : '' } : line.by,
  via: line.via,
  kind: line.kind,
  ...(line.rsvpId && { rsvp: { _id: line.rsvpId, name: line.rsvpName ?? '' } }),
  ...(line.rsvpIds && { rsvpIds: [...line.rsvpIds] }),
  ...(line.count !== undefined && { count: line.count }),
  from: line.from as Facts,
  to: line.to as Facts,
  ...(line.undoes && { undoes: line.undoes }),
})

/** The line without what it says of a person by name. */
export function forgotten({ rsvpName: _, ...line }: Activity): Activity {
  const { name: __, ...from } = line.from
  const { name: ___, ...to } = line.to
  return { ...line, rev: line.rev + 1, from, to }
}
