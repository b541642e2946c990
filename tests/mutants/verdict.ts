// Says of a planted fault whether the tests noticed: only a test that ran and failed has; a file that can't be loaded shows a bad fault.
import type { Planted } from './planted.ts'
import type { Ran, Shop } from './shop.ts'

export interface Verdict {
  readonly fault: Planted
  readonly outcome: 'caught' | 'survived' | 'broken'
  /** The titles that noticed, or what is wrong with the fault. */
  readonly why: readonly string[]
  readonly seconds: number
}

const titles = ({ files }: Ran, status: string) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status)
/** A name that isn't there, or a test that merely took too long, says nothing about the promise. */
const saysNothing = /^(Error: )?(ReferenceError|SyntaxError|Test timed out|Hook timed out)/

/** What a run with a fault comes to. */
export function judge(ran: Ran): Pick<Verdict, 'outcome' | 'why'> {
  const failed = titles(ran, 'failed')
  const telling = failed.filter(({ failureMessages }) => !(failureMessages ?? []).every((message) => saysNothing.test(message)))
  if (telling.length > 0) return { outcome: 'caught', why: telling.map(({ fullName }) => fullName.trim()) }
  const unloaded = ran.files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  const wrong = [...unloaded.map(({ message }) => message), ...failed.map(({ failureMessages }) => failureMessages?.[0] ?? 'failed')]
  if (wrong.length > 0) return { outcome: 'broken', why: wrong.map((message) => message.split('\n')[0] ?? '') }
  if (titles(ran, 'passed').length === 0) return { outcome: 'broken', why: ['No test ran.', ran.said.trim().slice(-400)] }
  return { outcome: 'survived', why: [] }
}

/** Plants one fault and runs the tests that must notice. */
export async function tryFault(shop: Shop, fault: Planted): Promise<Verdict> {
  const startedAt = performance.now()
  const ran = await shop.withPlanted([fault], () => shop.test({ files: fault.tests, only: fault.only }))
  return { fault, ...judge(ran), seconds: (performance.now() - startedAt) / 1_000 }
}

const isMatched = (fault: Planted, title: string) => fault.only === undefined || new RegExp(fault.only).test(title)
const isOneOf = (file: string, tests: readonly string[]) => tests.some((test) => file.replaceAll('\\', '/').endsWith(`/${test}`))

/** Complains of faults whose tests aren't there: none of that title has passed in one of the files they name. */
export function untested(faults: readonly Planted[], ran: Ran['files']): string[] {
  const passes = (fault: Planted) =>
    fault.tests.every((test) =>
      ran.some(({ name, assertionResults }) => {
        const isPassed = assertionResults.some(({ status, fullName }) => status === 'passed' && isMatched(fault, fullName.trim()))
        return isOneOf(name, [test]) && isPassed
      }),
    )
  return faults.filter((fault) => !passes(fault)).map(({ name }) => `${name}: no test of that title passes`)
}

/** Runs the named tests without a fault; complains of those that fail, and of faults whose tests aren't there: then the rest would mean nothing. */
export async function provenGreen(shops: readonly [Shop, Shop], faults: readonly Planted[]): Promise<string[]> {
  const whole = [...new Set(faults.filter(({ only }) => only === undefined).flatMap(({ tests }) => tests))]
  const parted = faults.filter(({ only }) => only !== undefined)
  const files = [...new Set(parted.flatMap(({ tests }) => tests))]
  const only = [...new Set(parted.map((fault) => `(?:${fault.only})`))].join('|')
  const runs = [whole.length > 0 && shops[0].testAll({ files: whole }), files.length > 0 && shops[1].testAll({ files, only })]
  const all = await Promise.all(runs.filter((run) => run !== false))
  const mute = all.find((one) => one.files.length === 0)
  if (mute) return [`The tests gave no report without a fault: ${mute.said.trim().slice(-1000)}`]
  const ran = all.flatMap((one) => [...one.files])
  const red = ran.filter(({ status }) => status === 'failed').flatMap(redIn)
  return red.length > 0 ? red : untested(faults, ran)
}

const redIn = ({ name, message, assertionResults }: Ran['files'][number]) => {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const said = failed.map(({ fullName, failureMessages }) => `Red without a fault: ${fullName} (${failureMessages?.[0]?.split('\n')[0]})`)
  return failed.length > 0 ? said : [`Can't be loaded without a fault: ${name} ${message}`]
}

/** Compiles with all faults planted at once: a mistake that the compiler finds never gets as far as a test, and one that can't be planted is none. */
export async function compilesWith(shop: Shop, faults: readonly Planted[]): Promise<string[]> {
  const said = await shop.withPlanted(faults, shop.compile).catch((error: unknown) => (error instanceof Error ? error : String(error)))
  if (said instanceof Error) return [said.message]
  const touched = new Set(faults.map(({ file }) => file))
  return said.split('\n').filter((line) => touched.has(line.split('(')[0] ?? ''))
}
