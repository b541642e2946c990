// Phones at the doors of one event, without browsers: each scans all the time, some without a network for a while, and the server may be killed under them.
import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { doorApi } from '#protocol/seats/door/door.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import type { ScanAnswer } from '#protocol/seats/door/scan.ts'
import type { AttendanceLine } from '#server/seats/model/door.ts'
import { attendances } from '#server/seats/model/door.ts'
import { openStore, ownerToken, type Seeded, scanKey } from './seed.ts'

interface Scan {
  readonly scanId: string
  readonly rsvpId: string
  readonly kind: 'in' | 'out'
  readonly mode: 'online' | 'offline'
  readonly at: string
}
export interface Phone {
  readonly _id: string
  readonly name: string
  readonly cookie: string
  /** What was answered, by scan: the server can't take it back. */
  readonly acknowledged: Map<string, { readonly scan: Scan; readonly answer: ScanAnswer }>
  /** All that was tried, answered or not. */
  readonly tried: Set<string>
  readonly waiting: Scan[]
  /** How long each scan online took. */
  readonly times: number[]
}

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const post = (url: string, path: string, headers: Record<string, string>, body: object) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })

export async function pairPhones(url: string, { eventId }: Seeded, count: number): Promise<Phone[]> {
  const phones: Phone[] = []
  for (let nth = 0; nth < count; nth++) {
    const name = `Door ${nth + 1}`
    const made = await post(url, `/door/${eventId}/phones`, { authorization: `Bearer ${ownerToken}` }, { name })
    const { phone, link } = doorApi.makePhone.reply.parse(await made.json())
    const paired = await post(url, '/door/pair', {}, { token: link.split('#')[1] })
    const cookie = paired.headers.get('set-cookie')?.split(';')[0] ?? ''
    phones.push({ _id: phone._id, name, cookie, acknowledged: new Map(), tried: new Set(), waiting: [], times: [] })
  }
  return phones
}

interface Page {
  readonly bytes: number
  readonly status: number
  readonly etag: string
  readonly text: string
}
/** A page of the list with the bytes that travelled. */
const page = (url: string, eventId: string, cookie: string, cursor: string, etag = '') =>
  new Promise<Page>((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip', 'sec-fetch-site': 'same-origin', ...(etag && { 'if-none-match': etag }) }
    get(`${url}/api/door/${eventId}/list${cursor && `?cursor=${cursor}`}`, { headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', reject)
      reply.on('end', () => {
        const sent = Buffer.concat(parts)
        const text = reply.headers['content-encoding'] === 'gzip' ? gunzipSync(sent).toString() : sent.toString()
        resolve({ bytes: sent.length, status: reply.statusCode ?? 0, etag: String(reply.headers.etag), text })
      })
    }).on('error', reject)
  })

/** The whole list, with the bytes it took; and those of asking for all of it again. */
export async function readList(url: string, { eventId }: Seeded, { cookie }: Pick<Phone, 'cookie'>) {
  const people: DoorPerson[] = []
  let [bytes, again, pages] = [0, 0, 0]
  let counts: { readonly inside: number; readonly came: number } | undefined
  for (let cursor: string | null = ''; cursor !== null; ) {
    const one = await page(url, eventId, cookie, cursor)
    const reply = doorApi.list.reply.parse(JSON.parse(one.text))
    const second = await page(url, eventId, cookie, cursor, one.etag)
    bytes += one.bytes
    again += second.bytes
    pages += 1
    people.push(...reply.people)
    counts ??= reply.groups[0]?.counts
    cursor = reply.nextCursor
  }
  return { people, counts, bytes, again, pages }
}

async function send(url: string, eventId: string, phone: Phone, scans: readonly Scan[]) {
  for (const { scanId } of scans) phone.tried.add(scanId)
  const reply = await post(url, `/door/${eventId}/scans`, { cookie: phone.cookie }, { scans })
  if (!reply.ok) throw new Error(`A batch was answered ${reply.status}: ${await reply.text()}`)
  const { results } = doorApi.scan.reply.parse(await reply.json())
  for (const [nth, answer] of results.entries()) {
    const scan = scans[nth]
    if (scan) phone.acknowledged.set(scan.scanId, { scan, answer })
  }
}

interface Working {
  readonly url: string
  readonly seeded: Seeded
  readonly phones: readonly Phone[]
  readonly people: readonly string[]
  readonly scansPerSecond: number
  readonly seconds: number
  /** Of every phone by its number: whether it has no network now. */
  readonly isOffline: (nth: number) => boolean
  readonly random: () => number
}
const sleep = (ms: number) => new Promise((over) => setTimeout(over, ms))

/** Guests come in, some go out again, some show their pass at another door as well. */
function nextScan({ people, random }: Working, mode: Scan['mode']): Scan {
  // A few of them all the time, so that many are scanned at several doors.
  const among = random() < 0.3 ? Math.min(20, people.length) : people.length
  const rsvpId = people[Math.floor(random() * among)] ?? ''
  return { scanId: crypto.randomUUID(), rsvpId, kind: random() < 0.15 ? 'out' : 'in', mode, at: new Date().toISOString() }
}

async function work(working: Working, phone: Phone, nth: number) {
  const { url, seeded, seconds, scansPerSecond } = working
  const pause = 1_000 / scansPerSecond
  const end = performance.now() + seconds * 1_000
  const sending = new Set<Promise<void>>()
  for (let due = performance.now() + working.random() * pause; due < end; due += pause) {
    await sleep(Math.max(0, due - performance.now()))
    if (working.isOffline(nth)) {
      phone.waiting.push(nextScan(working, 'offline'))
      continue
    }
    const scan = nextScan(working, 'online')
    const began = performance.now()
    const one = send(url, seeded.eventId, phone, [scan]).then(
      () => void phone.times.push(performance.now() - began),
      // R189: what isn't answered is admitted by the phone, and settled later under the same id.
      () => void phone.waiting.push({ ...scan, mode: 'offline' }),
    )
    sending.add(one)
    void one.then(() => sending.delete(one))
  }
  await Promise.all(sending)
}

/** All phones at once; those without a network settle when it is over, in batches of 200. */
export async function workAll(working: Working) {
  await Promise.all(working.phones.map((phone, nth) => work(working, phone, nth)))
  await Promise.all(
    working.phones.map(async (phone) => {
      while (phone.waiting.length > 0) {
        const isSent = await send(working.url, working.seeded.eventId, phone, phone.waiting.slice(0, 200)).then(
          () => true,
          () => false,
        )
        if (isSent) phone.waiting.splice(0, 200)
        // The server may not be there again yet.
        else await sleep(200)
      }
    }),
  )
}

/** What one person's log comes to, decided anew: who stands, and which entries are double. */
export function judgeLog(log: readonly AttendanceLine[]) {
  const lines = log.toSorted((a, b) => a.at.localeCompare(b.at))
  let entry: AttendanceLine | undefined
  let came = false
  const doubles: (readonly [AttendanceLine, AttendanceLine])[] = []
  for (const line of lines) {
    if (line.kind === 'out') entry = undefined
    else if (entry) doubles.push([entry, line])
    else entry = line
    came ||= line.kind === 'in'
  }
  return { isIn: entry !== undefined, came, doubles }
}

/** What is wrong with a store after all that: scans lost or counted twice, sums that aren't those of the log, doubles that nobody was told of. */
export async function wrongIn(
  folder: string,
  { eventId, groupId }: Seeded,
  phones: readonly Phone[],
  list: Awaited<ReturnType<typeof readList>>,
) {
  const store = await openStore(folder)
  const kept = await store.find(attendances, { index: 'group', where: { groupId }, limit: 100_000 })
  await store.close()
  const lines = new Map<string, number>()
  for (const { log } of kept) for (const { scan } of log) lines.set(scan, (lines.get(scan) ?? 0) + 1)
  const wrong: string[] = []
  const known = new Set<string>()
  for (const phone of phones) {
    for (const scanId of phone.tried) known.add(scanKey(eventId, phone._id, scanId))
    for (const { scan, answer } of phone.acknowledged.values()) {
      const count = lines.get(scanKey(eventId, phone._id, scan.scanId)) ?? 0
      const isCounted = ['ok', 'double', 'admitted-void'].includes(answer.result)
      if (count !== Number(isCounted)) wrong.push(`${phone.name}: ${scan.kind} answered ${answer.result} has ${count} lines`)
    }
  }
  for (const scan of lines.keys()) if (!known.has(scan)) wrong.push(`a line of a scan that nobody made: ${scan}`)
  const judged = kept.map((one) => ({ one, ...judgeLog(one.log) }))
  const sums = { inside: judged.filter(({ isIn }) => isIn).length, came: judged.filter(({ came }) => came).length }
  if (sums.inside !== list.counts?.inside || sums.came !== list.counts?.came)
    wrong.push(`sums ${JSON.stringify(list.counts)} are not ${JSON.stringify(sums)}`)
  const byId = new Map(list.people.map((person) => [person._id, person]))
  for (const { one, doubles } of judged) {
    const named = byId.get(one._id)?.twice?.map(({ at, door }) => `${door} ${at}`)
    const last = doubles.at(-1)?.map(({ at, door }) => `${door} ${at}`)
    if (JSON.stringify(named) !== JSON.stringify(last))
      wrong.push(`${one._id} was let in twice (${last?.join(', ')}), the list says ${named?.join(', ')}`)
  }
  return { wrong, scans: lines.size, doubles: judged.reduce((sum, { doubles }) => sum + doubles.length, 0) }
}
