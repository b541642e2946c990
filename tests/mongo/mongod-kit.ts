// Servers and clients for the tests of the stand-in: each test's own, and all of them closed after it.
import { type Collection, MongoClient, type MongoClientOptions, type MongoServerError } from 'mongodb'
import { afterEach } from 'vitest'
import { type Mongod, type MongodOptions, startMongod } from '#tests/mongod/mongod.ts'

export interface Thing {
  _id: string
  n?: number
  all?: number
  at?: number
  a?: number
  b?: number
  d?: number
  born?: number
  deep?: { x?: number; y?: number }
  email?: string | null
  extra?: number
  group?: string
  key?: string
  kind?: string
  low?: number
  no?: unknown
  only?: boolean
  quiet?: boolean
  tags?: string[]
  top?: number
  until?: Date
  value?: unknown
}

export interface Connected {
  readonly client: MongoClient
  readonly things: Collection<Thing>
}

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Connects one more client to a server. */
export function connect({ uri }: Pick<Mongod, 'uri'>, options: MongoClientOptions = {}): Connected {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 8_000, heartbeatFrequencyMS: 500, ...options })
  closers.push(() => client.close())
  return { client, things: client.db('app').collection<Thing>('things') }
}

/** Starts a server and connects a client to it. */
export async function open(options: MongodOptions = {}): Promise<Connected & { readonly mongod: Mongod }> {
  const mongod = await startMongod(options)
  closers.push(() => mongod.close())
  return { mongod, ...connect(mongod) }
}

/** Waits for some work and gives its error, or undefined where there is none. */
export const failure = (work: Promise<unknown>): Promise<MongoServerError | undefined> =>
  work.then(() => undefined).catch((error: unknown) => error as MongoServerError)
