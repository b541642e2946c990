// The yardstick: a bare Hono server in a process of its own, measured in turns with ours by the same generator, so that the machine's mood
// meets both (decision 0097).
import { fork } from 'node:child_process'
import type { Load } from './load.ts'

export interface Bare {
  readonly url: string
  /** What it answers to `/form`. */
  readonly shows: (form: object) => void
  readonly stop: () => void
}

export async function startBare(): Promise<Bare> {
  const child = fork('tests/bench/bare-http-child.ts', { execArgv: ['--import', 'tsx'] })
  const port = await new Promise<number>((listening) => child.once('message', (message) => listening(message as number)))
  return { url: `http://127.0.0.1:${port}`, shows: (form) => void child.send(form), stop: () => void child.kill() }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Measures both in turns; gives the median of the ratios, one per round, and of what each got through in a second. */
export async function inTurns(rounds: number, bare: (nth: number) => Promise<Load>, ours: (nth: number) => Promise<Load>) {
  const pairs: { bare: Load; ours: Load }[] = []
  for (let nth = 0; nth < rounds; nth++) pairs.push({ bare: await bare(nth), ours: await ours(nth) })
  const of = (all: readonly Load[]) => median(all.map(({ perSecond }) => perSecond))
  return {
    ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond)),
    barePerSecond: of(pairs.map((pair) => pair.bare)),
    perSecond: of(pairs.map((pair) => pair.ours)),
    loads: pairs.map((pair) => pair.ours),
  }
}

type Turns = Awaited<ReturnType<typeof inTurns>>
export const ratioText = ({ ratio, perSecond, barePerSecond }: Turns) =>
  `${ratio.toFixed(2)} × (${Math.round(perSecond)}/s against ${Math.round(barePerSecond)}/s)`
export const isAllOk = ({ loads }: Turns) => loads.every(({ refused, broken }) => refused + broken === 0)
