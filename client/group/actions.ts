// What an organizer does to a group: one call each, and its reply goes into the store.
import type { z } from 'zod/mini'
import { handOversAgain } from '#client/handover/list.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { putEvent } from '#client/records/events.ts'
import { isInside, putGroup, putMore, putPage, putRows, replaceRows, useGroups } from '#client/records/groups.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type GroupEdit, type GroupPage, GroupView, groupApi, type RsvpRow } from '#protocol/seats/group.ts'

/** Reads everything the group page opens with. */
export async function openGroup(id: string, signal?: AbortSignal): Promise<GroupPage> {
  const page = await call(groupApi.read, { id }, { signal })
  putPage(page)
  return page
}

/** Reads the group again and as many pages of its answers as are loaded, so that nothing missed while offline stays missing. */
export async function refreshGroup(id: string): Promise<GroupPage> {
  const loaded = useGroups.getState().answered[id]?.rows.length ?? 0
  const page = await openGroup(id)
  const rows: RsvpRow[] = [...page.rsvps]
  let cursor = page.nextCursor
  while (cursor && rows.length < loaded) {
    const more = await call(groupApi.rsvps, { id, cursor })
    rows.push(...more.rsvps)
    cursor = more.nextCursor
  }
  if (!isInside(page)) return page
  const others = [...(page.unreached ?? []), ...(await handOversAgain(id))]
  const byId = new Map([...others, ...rows].map((row) => [row._id, row]))
  for (const { _id } of rows) byId.delete(_id)
  replaceRows(id, [...rows, ...byId.values()], cursor)
  return page
}

/** Loads the next page of answers, if there is one. */
export async function loadMoreRows(id: string) {
  const next = () => useGroups.getState().answered[id]?.nextCursor
  const cursor = next()
  if (!cursor) return
  const page = await call(groupApi.rsvps, { id, cursor })
  // Where others have loaded further meanwhile, it leads back to no earlier page.
  if (next() === cursor) putMore(id, page)
  else putRows(page.rsvps)
}

const loadingAll = new Map<string, Promise<readonly RsvpRow[]>>()
/** Loads all pages that aren't here yet, and gives all rows; a cursor that doesn't move ends it. Who asks meanwhile waits for the same. */
export function loadAllRows(id: string): Promise<readonly RsvpRow[]> {
  const held = () => useGroups.getState().answered[id]
  const load = async () => {
    for (let cursor = held()?.nextCursor; cursor; ) {
      await loadMoreRows(id)
      const next = held()?.nextCursor
      if (next === cursor) break
      cursor = next
    }
    return held()?.rows ?? []
  }
  const started = loadingAll.get(id) ?? load().finally(() => loadingAll.delete(id))
  loadingAll.set(id, started)
  return started
}

export async function createGroup(group: z.input<typeof groupApi.create.input>, key: string): Promise<string> {
  const reply = await call(groupApi.create, group, { key })
  putGroup(reply.group)
  return reply.groupId
}

/** Puts the group of a reply in; gives the act by which it can be taken back (R106), undefined where nothing changed. */
function take({ group, act }: z.output<typeof groupApi.update.reply>): string | undefined {
  putGroup(group)
  return act
}

export const updateGroup = async (edit: z.input<typeof GroupEdit>) => take(await call(groupApi.update, edit))

/** R107: takes the current group that a stale save is answered with; throws the failure itself where there is none. */
export async function currentOf(error: unknown): Promise<GroupView> {
  const parsed = error instanceof CallFailed ? GroupView.safeParse(error.body.present) : undefined
  if (!parsed?.success) throw error
  putGroup(parsed.data)
  return parsed.data
}

const removing = new Set<string>()
/** Tells whether the right to a group ends because it is being deleted here: that page is about to be left anyway. */
export const isRemoving = (id: string) => removing.has(id)

/** Does `work`, which ends the groups `ids`. */
export async function endGroups(ids: readonly string[], work: () => Promise<unknown>) {
  for (const id of ids) removing.add(id)
  try {
    await work()
  } catch (error) {
    for (const id of ids) removing.delete(id)
    throw error
  }
}

/** R106: puts one of several groups of an event back that was just deleted. */
export async function restoreGroup(eventId: string, groupId: string) {
  const reply = await call(eventApi.restoreGroup, { id: eventId, groupId })
  removing.delete(groupId)
  putGroup(reply.group)
  putEvent(reply.event)
}

export const removeGroup = (id: string) => endGroups([id], () => call(groupApi.remove, { id }))

export const changeSettings = async (id: string, settings: Omit<z.input<typeof groupApi.settings.input>, 'id'>) =>
  take(await call(groupApi.settings, { id, ...settings }))

export const addRole = async (id: string, role: { name: string; max: number; min?: number }) =>
  take(await call(groupApi.addRole, { id, ...role }))

/** Arrives even when the tab is closed meanwhile. */
export const setRoleMax = async (input: z.input<typeof groupApi.setRoleMax.input>) =>
  take(await call(groupApi.setRoleMax, input, { keepalive: true }))

export const removeRole = async (id: string, name: string) => take(await call(groupApi.removeRole, { id, name }))
