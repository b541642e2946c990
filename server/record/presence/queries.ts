// R104: who is there over the other server processes, as their records tell it; a process that gives no sign of life counts as gone.
import type { CommittedChange, Reader } from '#server/kernel/store/store.ts'
import { type PersonOnline, type Presences, presences } from '#server/people/model/presence.ts'

/** Two of its signs of life have failed to come: within 10 s of its end nobody is there over it. */
const deadAfterMs = 8_000
const perPage = 200

interface Other {
  readonly groups: Map<string, readonly PersonOnline[]>
  heardAt: number
  isAlive: boolean
}
interface Others {
  readonly byProcess: Map<string, Other>
  /** Hears of every group in which something may have changed. */
  readonly changed: (groupId: string) => void
  /** How many records were received. */
  heard: number
}

function otherOf({ byProcess }: Others, process: string): Other {
  const known: Other = byProcess.get(process) ?? { groups: new Map(), heardAt: -Infinity, isAlive: false }
  byProcess.set(process, known)
  return known
}

function setAlive({ changed }: Others, other: Other, isAlive: boolean) {
  if (other.isAlive === isAlive) return
  other.isAlive = isAlive
  for (const groupId of other.groups.keys()) changed(groupId)
}

/** What is dropped is no sign of life: anybody may drop what was left behind. */
function hear(others: Others, { process, groupId, people }: Presences, isDropped: boolean) {
  const other = otherOf(others, process)
  others.heard++
  if (isDropped) {
    other.groups.delete(groupId)
    if (other.groups.size === 0) others.byProcess.delete(process)
  } else {
    other.groups.set(groupId, people)
    other.heardAt = performance.now()
    setAlive(others, other, true)
  }
  others.changed(groupId)
}

async function allOf(store: Reader): Promise<Presences[]> {
  const found: Presences[] = []
  for (let page: Presences[] | undefined; page?.length !== 0; ) {
    const last = found.at(-1)
    page = await store.find(presences, { index: '_id', limit: perPage, ...(last && { after: last }) })
    found.push(...page)
  }
  return found
}

/** Reads all records anew. A process not heard of before counts once it gives a sign of life, since it may have ended long ago. */
async function readAll(others: Others, self: string, store: Reader): Promise<void> {
  const { heard } = others
  const found = await allOf(store)
  if (others.heard !== heard) return readAll(others, self, store) // what was received meanwhile may be newer than what was read
  const known = [...others.byProcess.values()].flatMap(({ groups }) => [...groups.keys()])
  for (const { groups } of others.byProcess.values()) groups.clear()
  for (const { process, groupId, people } of found) if (process !== self) otherOf(others, process).groups.set(groupId, people)
  for (const groupId of new Set([...known, ...found.map((one) => one.groupId)])) others.changed(groupId)
}

/** Begins with nobody. */
export function createOthers(self: string, changed: Others['changed']) {
  const others: Others = { byProcess: new Map(), changed, heard: 0 }
  return {
    /** Takes in what was committed. Gives the groups of which this process's own records were dropped. */
    hear(changes: readonly CommittedChange[]): string[] {
      const ours = changes.filter(({ collection }) => collection === presences.name)
      const records = ours.map(({ record, isDropped }) => ({ record: record as Presences, isDropped }))
      for (const { record, isDropped } of records) if (record.process !== self) hear(others, record, isDropped)
      return records.filter(({ record, isDropped }) => isDropped && record.process === self).map(({ record }) => record.groupId)
    },
    read: (store: Reader) => readAll(others, self, store),
    /** Looks who has given no sign of life for too long. */
    look() {
      for (const other of others.byProcess.values()) if (performance.now() - other.heardAt > deadAfterMs) setAlive(others, other, false)
    },
    people: (groupId: string): PersonOnline[] =>
      [...others.byProcess.values()].flatMap(({ isAlive, groups }) => (isAlive ? [...(groups.get(groupId) ?? [])] : [])),
  }
}
