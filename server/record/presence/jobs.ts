// R104: who is there over all server processes: each tells the others by one record per group, written when something changes there, at most ten times a
// second for all of them together; while somebody is there one of them is written every three seconds, as a sign of life.
// A process alone writes nothing (decision 0116).
import type { PresenceView } from '#protocol/record/presence.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { CommittedChange, Write } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type PersonOnline, type Presences, personHere, presences, presencesId } from '#server/people/model/presence.ts'
import { onePerPerson, shownOf } from '#server/record/rules/presence.ts'
import { createPlaces } from './actions.ts'
import { createOthers } from './queries.ts'

const beatMs = 3_000
const lookMs = 1_000
const pauseMs = 100
const againMs = 500
const keptMs = 86_400_000
const perCommit = 100

type Sharing = Pick<Services, 'store' | 'clock' | 'process'>

interface Writing extends Pick<Services, 'store' | 'clock'> {
  readonly self: string
  readonly own: (groupId: string) => readonly PersonOnline[]
  /** What stands in the store of each group: the revision, and the people as text; without one it is to be written, whoever they are. */
  readonly written: Map<string, { readonly rev: number; readonly text?: string }>
  /** The groups whose records are to be written. */
  readonly waiting: Set<string>
  wroteAt: number
  isEnding: boolean
}
/** By what a record is seen to need no writing: since when somebody does nothing says nothing. */
const writtenOf = (people: readonly PersonOnline[]) => JSON.stringify(people.map((one) => (one.doing ? one : { ...one, since: 0 })))
const later = (ms: number) => new Promise((over) => setTimeout(over, ms).unref())

function writesOf({ self, own, written, clock }: Writing, groupId: string): Write[] {
  const people = own(groupId)
  const { rev: expectedRev, text } = written.get(groupId) ?? { rev: 0 }
  if (text === writtenOf(people)) return []
  const _id = presencesId(self, groupId)
  const expiresAt = iso(clock.now() + keptMs)
  const record: Presences = { _id, rev: expectedRev + 1, process: self, groupId, people, expiresAt }
  if (people.length > 0) return [{ collection: presences, put: record, expectedRev }]
  return expectedRev > 0 ? [{ collection: presences, drop: { ...record, rev: expectedRev }, expectedRev }] : []
}

function note({ written }: Writing, groupId: string, rev: number, people?: readonly PersonOnline[]) {
  if (rev > 0) written.set(groupId, { rev, ...(people && { text: writtenOf(people) }) })
  else written.delete(groupId)
}

/** The store is away, or somebody has dropped a record of ours: what stands there is asked, and all of it written again. */
async function askAgain(writing: Writing, groupIds: readonly string[]) {
  for (const groupId of groupIds) writing.waiting.add(groupId)
  await later(againMs)
  const asked = groupIds.map(async (groupId) => {
    note(writing, groupId, (await writing.store.rev(presences, presencesId(writing.self, groupId))) ?? 0)
  })
  await Promise.allSettled(asked)
}

/** Writes the latest of each group that waits, many in one commit, one commit at a time. */
async function workOff(writing: Writing) {
  const { waiting, store } = writing
  while (waiting.size > 0) {
    const groupIds = [...waiting].slice(0, perCommit)
    for (const groupId of groupIds) waiting.delete(groupId)
    const writes = groupIds.flatMap((groupId) => writesOf(writing, groupId).map((write) => ({ groupId, write })))
    if (writes.length === 0) continue
    try {
      await store.commit(writes.map(({ write }) => write))
      for (const { groupId, write } of writes)
        note(writing, groupId, 'put' in write ? write.put.rev : 0, 'put' in write ? (write.put as Presences).people : undefined)
      writing.wroteAt = performance.now()
    } catch {
      if (writing.isEnding) return
      const failed = writes.map(({ groupId }) => groupId)
      await askAgain(writing, failed)
    }
    if (!writing.isEnding) await later(pauseMs)
  }
}

/** Begins with nothing written. */
function createWriting({ store, clock }: Sharing, self: string, own: Writing['own']) {
  const writing: Writing = { store, clock, self, own, written: new Map(), waiting: new Set(), wroteAt: -Infinity, isEnding: false }
  let working: Promise<void> | undefined
  function write(groupId: string) {
    writing.waiting.add(groupId)
    working ??= workOff(writing).finally(() => (working = undefined))
  }
  function again(groupId: string) {
    note(writing, groupId, writing.written.get(groupId)?.rev ?? 0)
    write(groupId)
  }
  return {
    write,
    /** Writes it, though nothing has changed. */
    again,
    /** Gives a sign of life, where there was no other in the meantime. */
    beat() {
      const [first] = performance.now() - writing.wroteAt > beatMs / 2 ? writing.written : []
      if (first) again(first[0])
    },
    async end() {
      writing.isEnding = true
      await working
      for (const groupId of writing.written.keys()) writing.waiting.add(groupId)
      await workOff(writing)
    },
  }
}

/** Called when presence in a group is to be broadcast: to those who have it open, unless somebody is there alone, and to these dashboards. */
type NotifyPresence = (groupId: string, dashboards: readonly string[], isAlone: boolean) => void
type PeopleByGroup = Map<string, readonly PersonOnline[]>

const peopleText = (people: readonly PersonOnline[]) => JSON.stringify(people.map((one) => [personHere(one), one.dashboards]))

/** Notes who is there now. Gives what is to be broadcast, if anything that shows has changed. */
function noteShown(shown: PeopleByGroup, groupId: string, people: readonly PersonOnline[]): Parameters<NotifyPresence> | undefined {
  const before = shown.get(groupId) ?? []
  if (peopleText(people) === peopleText(before)) return undefined
  if (people.length > 0) shown.set(groupId, people)
  else shown.delete(groupId)
  const dashboards = new Set([...before, ...people].map((one) => one.dashboards))
  return [groupId, [...dashboards], Math.max(people.length, before.length) < 2]
}

const shows = (dashboards: string | undefined) => (one: PersonOnline) => dashboards === undefined || one.dashboards === dashboards
const views = (shown: PeopleByGroup) => ({
  /** Who is there, for those who have it open; or for these dashboards, which may show it no longer. */
  view(groupId: string, dashboards?: string): PresenceView {
    const people = (shown.get(groupId) ?? []).filter(shows(dashboards))
    return { room: `group:${groupId}`, people: shownOf(people).map(personHere) }
  },
  /** The groups in which somebody is there, of those that these dashboards show. */
  groupsOf: (dashboards: string): string[] => [...shown].filter(([, people]) => people.some(shows(dashboards))).map(([groupId]) => groupId),
})

/** What ties this process to the others; nothing where it is alone. */
function createSharing(services: Sharing, own: Writing['own'], changed: (groupId: string) => void) {
  const { process: self, store } = services
  if (self === undefined) return undefined
  const others = createOthers(self, changed)
  const writing = createWriting(services, self, own)
  const timers = [setInterval(others.look, lookMs).unref(), setInterval(writing.beat, beatMs).unref()]
  return {
    ...writing,
    people: others.people,
    hear(changes: readonly CommittedChange[]) {
      for (const groupId of others.hear(changes)) if (own(groupId).length > 0) writing.again(groupId)
    },
    /** Where the store is away, it says that something was missed once it is back. */
    read: () => void others.read(store).catch(() => {}),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await writing.end()
    },
  }
}

/** Begins with nobody there. What it gives is fed by this process's sockets, and by the commits of the others. */
export function createPresence(services: Sharing) {
  const shown: PeopleByGroup = new Map()
  let tell: NotifyPresence = () => {}
  const changed = (groupId: string) => {
    const news = noteShown(shown, groupId, onePerPerson([...places.people(groupId), ...(shared?.people(groupId) ?? [])]))
    if (news) tell(...news)
  }
  const places = createPlaces(services.clock.now, (groupId) => {
    changed(groupId)
    shared?.write(groupId)
  })
  const shared = createSharing(services, places.people, changed)
  return {
    ...places,
    ...views(shown),
    /** The collections that it follows. */
    collections: shared ? [presences] : [],
    changed: (changes: readonly CommittedChange[]) => shared?.hear(changes),
    missed: () => shared?.read(),
    begin(each: NotifyPresence) {
      tell = each
    },
    /** Says goodbye to the other processes: nobody is there over this one any more. */
    stop: async () => shared?.stop(),
  }
}
