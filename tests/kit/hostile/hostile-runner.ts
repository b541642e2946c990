// Sends hostile requests one after the other and judges each answer. What it finds is text that says what was sent and what came of it.

import { setTimeout as wait } from 'node:timers/promises'
import { refusals } from '#protocol/kernel/refusals.ts'
import { routes } from '#server/app/app.ts'
import type { Probe } from './probes.ts'
import type { Got, RawHttp } from './raw-http.ts'
import type { Shadow } from './shadow.ts'

export interface Report {
  readonly findings: readonly string[]
  readonly sent: number
  /** How many of each status came back. */
  readonly statuses: ReadonlyMap<number, number>
  /** What was said to the sample as it should be: the code of its refusal, or '' where it was taken. */
  readonly sample: string
  /** How long each answer took, and a plain request now and then in between, in milliseconds. */
  readonly times: readonly number[]
  readonly plainTimes: readonly number[]
}

const slowMs = 50
/** The time that so many of a hundred stay under. */
export const percentile = (times: readonly number[], of100 = 99) =>
  [...times].sort((a, b) => a - b)[Math.ceil((times.length * of100) / 100) - 1] ?? 0
/** What is slow about answers: 50 ms, or where the machine itself is slow, four times what plain requests took in between. */
export function slowness({ times, plainTimes }: Pick<Report, 'times' | 'plainTimes'>, of100 = 99): string[] {
  const [took, most] = [percentile(times, of100), Math.max(slowMs, 4 * percentile(plainTimes, of100))]
  return took < most ? [] : [`${of100} of 100 take up to ${Math.round(took)} ms, with ${Math.round(most)} at most`]
}

const ends = ['unhandledRejection', 'uncaughtException'] as const
/** Notes what would end a process, instead of whoever listens for that otherwise. */
export function watchProcess() {
  const seen: string[] = []
  const note = (error: unknown) => void seen.push(`the process would have ended: ${String(error)}`)
  const before = ends.map((name) => [name, process.listeners(name as 'uncaughtException')] as const)
  for (const name of ends) process.removeAllListeners(name).on(name, note)
  // Vitest replaces it for the first file of a worker only.
  const { exit } = process
  process.exit = (code) => {
    throw new Error(`process.exit called with ${code}`)
  }
  return {
    seen,
    async stop() {
      await wait(20) // a forgotten promise fails a turn later
      for (const [name, listeners] of before) {
        process.removeAllListeners(name)
        for (const listener of listeners) process.on(name, listener)
      }
      process.exit = exit
    },
  }
}

/** A refused call writes nothing, except that a wrong code is counted (R15). */
const mayTouch: Readonly<Record<string, readonly string[]>> = {
  'code-wrong': ['proofCodes', 'hourCounts'],
  // R47: what is refused of a plan is refused by how it stands at the provider, and that look is written down.
  'subscription-not-ending': ['users', 'groups'],
  'plan-same': ['users'],
}
const longestRecord = 64 * 1024
const longestRefusal = 16 * 1024
const globals = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
const namesOf = () => globals.map((one) => Reflect.ownKeys(one).length).join()
const before = namesOf()

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const isApi = (path: string) => /^(https?:\/\/[^/]*)?\/api(\/|\?|$)/.test(path)

/** What is wrong with an answer that says no. */
function faultsOfRefusal({ status, headers, text }: Got, path: string): (string | false)[] {
  if (!isApi(path)) return [/[\\/]node_modules[\\/]|\n {4}at /.test(text) && 'a trace is told']
  const body = parsed(text)
  const code = typeof body?.code === 'string' ? body.code : ''
  return [
    !String(headers['content-type']).startsWith('application/json') && `of type ${headers['content-type']}`,
    (typeof body?.error !== 'string' || body.error === '' || body.error.length > 400) && 'without a sentence of decent length',
    (!Object.hasOwn(refusals, code) || refusals[code as keyof typeof refusals][0] !== status) && `with the code ${code}`,
    text.length > longestRefusal && `a refusal of ${text.length} characters`,
    /[\\/]node_modules[\\/]|\n {4}at |SQLITE|TypeError|RangeError/.test(text) && 'a trace is told',
  ]
}

function codeOf({ text }: Got): string {
  const code = parsed(text)?.code
  return typeof code === 'string' ? code : ''
}

/** What is wrong with an answer and with what it left behind. */
export function faults(probe: Probe, got: Got, shadow: Shadow, changed: boolean): string[] {
  const { status, headers, text } = got
  const code = codeOf(got)
  const touched = shadow.touched()
  const allowed = mayTouch[code] ?? []
  const found = [
    status >= 500 && `a ${status}`,
    probe.kind === 'sample' && code === 'input-invalid' && 'the sample is none: nothing behind it is reached',
    ...(status >= 400 && status < 500 ? faultsOfRefusal(got, probe.path) : []),
    status >= 400 && changed && touched.some((name) => !allowed.includes(name)) && `refused, yet ${touched.join(', ')} changed`,
    status < 300 &&
      probe.kind === 'unknown-key' &&
      / with /.test(probe.what) &&
      typeof probe.body === 'string' &&
      'an unknown key is taken',
    status < 300 && probe.kind === 'owned-field' && 'a field of the server is taken',
    status < 300 && probe.kind === 'operator' && 'a question is taken for a value',
    status < 300 && probe.kind === 'credentials' && !needsNobody(probe) && 'bad credentials are taken',
    status < 300 && isApi(probe.path) && parsed(text) === undefined && !text.startsWith('[{') && 'no JSON object',
    isApi(probe.path) && status !== 431 && headers['x-content-type-options'] !== 'nosniff' && 'a browser may guess its type',
    namesOf() !== before && 'a global prototype has changed',
    'polluted' in {} && 'Object.prototype is polluted',
    shadow.longest() > longestRecord && `a record of ${shadow.longest()} characters`,
  ]
  return found.filter((one) => one !== false)
}

/** R71: whether the call is for anyone, so that bad credentials are as good as none. */
const needsNobody = ({ method, call }: Probe) =>
  routes.some(({ endpoint, guard }) => guard.title === 'anyone' && endpoint.method === method && call.endsWith(endpoint.path))

const plain = { method: 'GET', path: '/api/health' }
async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const done = await work()
  times.push(performance.now() - began)
  return done
}

/** Asks with each probe as `callerOf` it says. `renew` is called after answers that may have ended what later probes need. */
export async function besiege(
  http: RawHttp,
  shadow: Shadow,
  probes: readonly Probe[],
  callerOf: (probe: Probe, nth: number) => { name: string; headers: readonly (readonly [string, string])[] },
  renew: (probe: Probe) => Promise<void> = async () => {},
): Promise<Report> {
  const findings: string[] = []
  const statuses = new Map<number, number>()
  let sample = ''
  const [times, plainTimes]: [number[], number[]] = [[], []]
  const watched = watchProcess()
  for (const [nth, probe] of probes.entries()) {
    const { name, headers } = callerOf(probe, nth)
    const digest = shadow.digest()
    shadow.touched()
    const sent = { ...probe, headers: [...(probe.headers ?? []), ...(probe.kind === 'credentials' ? [] : headers)] }
    const got = await timed(times, () =>
      http.send(sent).catch((error: unknown): Got => ({ status: 599, headers: {}, text: String(error) })),
    )
    if (nth % 10 === 0) await timed(plainTimes, () => http.send(plain))
    statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1)
    if (probe.kind === 'sample' && got.status >= 400) sample = codeOf(got)
    for (const fault of faults(probe, got, shadow, digest !== shadow.digest()))
      findings.push(`${probe.what} as ${name}: ${fault} (${got.status} ${got.text.slice(0, 120)})`)
    if (got.status < 300) await renew(probe)
  }
  await watched.stop()
  findings.push(...watched.seen)
  return { findings, sent: probes.length, statuses, sample, times, plainTimes }
}
