// The activity of the groups on screen (R105): replies, watch views and broadcasts all come in here.

import { create } from 'zustand'
import { call } from '#client/lib/call.ts'
import { receive } from '#client/lib/live.ts'
import { serverNow } from '#client/lib/now.ts'
import { useSession } from '#client/lib/session.ts'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { type ActivityKind, type ActivityLine, type ActivityView, activityApi } from '#protocol/record/activity.ts'
import { undoableKinds } from '#protocol/record/undo.ts'

/** What is asked for: a person by the id of an account or an answer, and a kind. */
export interface ActivityFilter {
  readonly person: string
  readonly kind: ActivityKind | ''
}
export const everything: ActivityFilter = { person: '', kind: '' }

interface EntryList {
  /** The newest first. */
  readonly ids: readonly string[]
  /** Where the next page starts; null when all are here. */
  readonly next: string | null
}
interface Activities {
  readonly byId: Readonly<Record<string, ActivityLine>>
  readonly lists: Readonly<Record<string, EntryList>>
  /** When lines came live (milliseconds): the server's clock is known here to a second or two only. */
  readonly arrived: Readonly<Record<string, number>>
}
const nothing: Activities = { byId: {}, lists: {}, arrived: {} }
export const useActivities = create<Activities>(() => nothing)

export const listKey = (groupId: string, { person, kind }: ActivityFilter) => `${groupId} ${person} ${kind}`

export const matches = ({ by, rsvp, rsvpIds = [], kind }: ActivityLine, filter: ActivityFilter) => {
  const ids = [by.type === 'person' ? by.userId : by.type === 'guest' ? by.rsvpId : '', rsvp?._id, ...rsvpIds]
  return (filter.kind === '' || filter.kind === kind) && (filter.person === '' || ids.includes(filter.person))
}
const filterOf = (key: string): ActivityFilter => {
  const [, person = '', kind = ''] = key.split(' ')
  return { person, kind: kind as ActivityFilter['kind'] }
}

/** An erased person's line comes again with a later revision; an older one never overwrites it. */
const withLines = (byId: Activities['byId'], lines: readonly ActivityLine[]) => ({
  ...byId,
  ...Object.fromEntries(lines.filter((line) => (byId[line._id]?.rev ?? -1) < line.rev).map((line) => [line._id, line])),
})

/** A line that was written just now: at the head of each list that it belongs to. */
function putLive(line: ActivityLine) {
  useActivities.setState(({ byId, lists, arrived }) => {
    const isKnown = byId[line._id] !== undefined
    const isHere = (key: string, { ids }: EntryList) =>
      key.startsWith(`${line.groupId} `) && !ids.includes(line._id) && matches(line, filterOf(key))
    const grown = Object.entries(lists).map(([key, list]) => [
      key,
      !isKnown && isHere(key, list) ? { ...list, ids: [line._id, ...list.ids] } : list,
    ])
    return {
      byId: withLines(byId, [line]),
      lists: Object.fromEntries(grown) as Activities['lists'],
      arrived: isKnown ? arrived : { ...arrived, [line.act]: serverNow() },
    }
  })
}
receive('activity', putLive)

/** What a room opens with. Where lines are missing between it and what is here, the lists of its group begin anew. */
export function putView({ _id: groupId, activity, next }: ActivityView) {
  useActivities.setState(({ byId, lists }) => {
    const key = listKey(groupId, everything)
    const held = lists[key]
    const isJoined = held !== undefined && (activity.length === 0 || activity.some(({ _id }) => held.ids.includes(_id)))
    const fresh = activity.map(({ _id }) => _id)
    const joined = isJoined ? { ids: [...new Set([...fresh, ...held.ids])], next: held.next } : { ids: fresh, next }
    const others = Object.entries(lists).filter(([one]) => isJoined || !one.startsWith(`${groupId} `))
    return { byId: withLines(byId, activity), lists: { ...Object.fromEntries(others), [key]: joined } }
  })
}

/** Reads the next page of a list. */
export async function loadActivity(groupId: string, filter: ActivityFilter) {
  const key = listKey(groupId, filter)
  const cursor = useActivities.getState().lists[key]?.next
  const { person, kind } = filter
  const page = await call(activityApi.list, { id: groupId, ...(cursor && { cursor }), ...(person && { person }), ...(kind && { kind }) })
  useActivities.setState(({ byId, lists }) => ({
    byId: withLines(byId, page.activity),
    lists: {
      ...lists,
      [key]: { ids: [...new Set([...(lists[key]?.ids ?? []), ...page.activity.map(({ _id }) => _id)])], next: page.next },
    },
  }))
}

/** R106: until when (milliseconds) the caller can take back the act of a line; undefined where they can't, or somebody has. */
export function undoableUntil(line: ActivityLine, me: string | undefined, { byId, arrived }: Pick<Activities, 'byId' | 'arrived'>) {
  const isOwn = line.by.type === 'person' && line.by.userId === me
  const isOneWay = line.to.settings?.showConfirmation === true || line.to.settings?.groupIds !== undefined
  if (!isOwn || isOneWay || line.undoes !== undefined || !undoableKinds.includes(line.kind)) return undefined
  if (Object.values(byId).some(({ undoes }) => undoes === line.act)) return undefined
  return (arrived[line.act] ?? Date.parse(line.at)) + undoSeconds * 1_000
}

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) useActivities.setState(nothing)
})
