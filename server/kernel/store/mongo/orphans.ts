// Frees what a transaction that nobody will end keeps locked: the server keeps it for a minute after its process was killed or cut off.
import { type ClientSession, type Collection, type Db, MongoError, UUID } from 'mongodb'
import { ignoreExisting } from './schema.ts'

interface KnownSession {
  /** Its id, as hex. */
  readonly session: string
}

/** The part of one process. */
export interface Orphans {
  /** Makes a session known to all processes before its first transaction. */
  know(session: ClientSession): Promise<void>
  /** `places` are the records, with their revisions, that a transaction failed to write. Ends whatever has held one of them for too long. */
  met(error: unknown, places: readonly string[]): Promise<void>
  /** Waits for a single write, which the server keeps waiting for whatever holds its record: ends that where it takes too long. */
  during<Result>(write: Promise<Result>): Promise<Result>
  done(session: ClientSession): void
  /** Whether this user and server allow it. Where they don't, whatever a killed process has locked stays so for a minute. */
  readonly mayEnd: boolean
}

const lockedMs = 500
/** A single write may be slow for other reasons, a majority that lags for one. */
const slowMs = 1_000
const slowAgainMs = 5_000
const forgottenMs = 5_000
/** The newest; a process has a handful. */
const kept = { capped: true, size: 1024 * 1024, max: 2_000 }
const renewedMs = 3_600_000
/** WriteConflict and LockTimeout. */
const locked = new Set<unknown>([112, 24])

const idOf = ({ id }: ClientSession) => id?.id.toString('hex') ?? ''

/** Opens it over a collection of what may get lost. Ending a transaction of somebody who lives does no harm: it is decided again. */
export async function createOrphans(scratch: Db): Promise<Orphans> {
  await scratch.createCollection('sessions', kept).catch(ignoreExisting)
  const mayEnd = await isAllowed(scratch)
  const sessions = scratch.collection<KnownSession>('sessions')
  const known = new Map<string, number>()
  const inUse = new Set<string>()
  const since = new Map<string, number>()
  let endedAt = -Infinity
  const endSlowly = () => {
    if (performance.now() - endedAt < slowAgainMs) return
    endedAt = performance.now()
    void endOthers(scratch, sessions, inUse).catch(() => {})
  }
  return {
    mayEnd,
    async know(session) {
      const id = idOf(session)
      const now = performance.now()
      inUse.add(id)
      if (now - (known.get(id) ?? -Infinity) < renewedMs) return
      await sessions.insertOne({ session: id })
      known.set(id, now)
    },
    async met(error, places) {
      if (!(error instanceof MongoError) || !locked.has(error.code)) return
      const now = performance.now()
      for (const [place, at] of since) if (now - at > forgottenMs) since.delete(place)
      const isStuck = places.some((place) => now - (since.get(place) ?? now) > lockedMs)
      for (const place of places) if (isStuck || !since.has(place)) since.set(place, now)
      if (isStuck) await endOthers(scratch, sessions, inUse)
    },
    during(write) {
      const timer = setTimeout(endSlowly, slowMs)
      return write.finally(() => clearTimeout(timer))
    },
    done: (session) => void inUse.delete(idOf(session)),
  }
}

/** Unauthorized, CommandNotFound, CommandNotSupported, and what Atlas says of small clusters. */
const notAllowed = new Set<unknown>([13, 59, 115, 8000])
/** Asks for a session that nobody has to be ended: an empty list would mean all. */
const isAllowed = (scratch: Db) =>
  scratch.command({ killSessions: [{ id: new UUID() }] }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof MongoError && notAllowed.has(error.code)) return false
      throw error
    },
  )

async function endOthers(scratch: Db, sessions: Collection<KnownSession>, inUse: ReadonlySet<string>): Promise<void> {
  const others = await sessions.find({ session: { $nin: [...inUse] } }).toArray()
  const ids = [...new Set(others.map(({ session }) => session))]
  if (ids.length > 0) await scratch.command({ killSessions: ids.map((id) => ({ id: UUID.createFromHexString(id) })) })
}
