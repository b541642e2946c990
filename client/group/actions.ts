// What an organizer does to a group: one call each, and its reply goes into the store.
import type { z } from 'zod/mini'
import { call } from '#client/lib/call.ts'
import { isInside, putGroup, putMore, putPage, putRows, replaceRows, useGroups } from '#client/records/groups.ts'
import { type GroupEdit, type GroupPage, groupApi, type RsvpRow } from '#protocol/group.ts'

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
  if (isInside(page)) replaceRows(id, rows, cursor)
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

export async function updateGroup(edit: z.input<typeof GroupEdit>) {
  putGroup((await call(groupApi.update, edit)).group)
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

export const removeGroup = (id: string) => endGroups([id], () => call(groupApi.remove, { id }))

export async function changeSettings(id: string, settings: Omit<z.input<typeof groupApi.settings.input>, 'id'>) {
  putGroup((await call(groupApi.settings, { id, ...settings })).group)
}

export async function addRole(id: string, role: { name: string; max: number; min?: number }) {
  putGroup((await call(groupApi.addRole, { id, ...role })).group)
}

/** Arrives even when the tab is closed meanwhile. */
export async function setRoleMax(id: string, name: string, max: number, moveToWaitlist = false) {
  putGroup((await call(groupApi.setRoleMax, { id, name, max, ...(moveToWaitlist && { moveToWaitlist }) }, { keepalive: true })).group)
}

export async function removeRole(id: string, name: string) {
  putGroup((await call(groupApi.removeRole, { id, name })).group)
}
