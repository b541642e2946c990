// Long: real servers behind a proxy are stopped and started one after the other, amid answers.
// A release goes out without anybody noticing: of two processes behind a proxy one after the other is told to stop and started again, while guests answer.
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Outcome, openBurst, submit } from '../kit/process/burst.ts'
import { freePort } from '../kit/process/free-port.ts'
import { openSite } from '../kit/process/mongo-house.ts'
import type { Running } from '../kit/process/process.ts'
import { openProxy } from '../kit/process/proxy.ts'
import { longer } from '../kit/world/pace.ts'

/** What an answer may be told: it is done, or the role is full. Anything else is a failure that its guest would see. */
const seenFailures = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status !== 200 && status !== 409)
/** An answer that a proxy gave in a server's place says nothing of what was done. */
const unknown = (one: Outcome): Outcome => (one.status === 502 ? { ...one, status: 0 } : one)

async function setUp(proxied: Parameters<typeof openProxy>[1] = {}) {
  const site = await openSite(inject('mongodb') ?? '')
  const start = (port: string) => site.start({ TRUST_PROXY: '1', PORT: port })
  const ports = [String(await freePort()), String(await freePort())] as const
  const servers: Running[] = await Promise.all(ports.map(start))
  const urls = servers.map(({ url }) => url)
  const front = await openProxy(urls, proxied)
  const burst = openBurst(front, site.target, 'reload', 8)
  onTestFinished(() => burst.stop())
  const more = (count: number) => burst.acknowledged(burst.outcomes.filter(({ status }) => status === 200).length + count)
  /** Ends a process as `how` says, and starts it anew. */
  async function restart(nth: number, how: NodeJS.Signals) {
    servers[nth]?.signal(how)
    const code = await servers[nth]?.exit
    servers[nth] = await start(ports[nth] ?? '')
    await more(40)
    return code
  }
  /** Both, the one that is asked first before the other. */
  async function restartBoth(how: NodeJS.Signals) {
    await more(40)
    const first = await restart(0, how)
    urls.reverse()
    await more(20)
    return [first, await restart(1, how)]
  }
  return { site, front, burst, restartBoth }
}

test(
  'O15, O4 both processes are restarted one after the other behind a proxy that asks who is ready: no answer is lost, and none is refused',
  longer,
  async () => {
    const { site, burst, restartBoth } = await setUp({ looksEveryMs: 50 })
    expect(await restartBoth('SIGTERM')).toEqual([0, 0])
    await burst.stop()
    expect(seenFailures(burst.outcomes).map(({ status, text }) => [status, text])).toEqual([])
    expect((await site.look(burst.outcomes)).found).toEqual([])
    console.log(`reload.test.ts: ${burst.outcomes.length} answers over two restarts`)
  },
)

test(
  'O15 behind a proxy that does not ask no acknowledged answer is lost, and what failed on the way is done by sending it once more',
  longer,
  async () => {
    const { site, front, burst, restartBoth } = await setUp()
    await restartBoth('SIGTERM')
    await burst.stop()
    const failed = seenFailures(burst.outcomes)
    const again = await Promise.all(
      failed.map(({ email, name, attending, roles }) => submit(undefined, front, site.target, { email, name, attending, roles })),
    )
    expect([failed.length < burst.outcomes.length / 20, seenFailures(again)]).toEqual([true, []])
    expect((await site.look([...burst.outcomes, ...again].map(unknown))).found).toEqual([])
  },
)

test('O15 control: with kill -9 in place of SIGTERM answers fail, behind a proxy that asks too', longer, async () => {
  const { site, burst, restartBoth } = await setUp({ looksEveryMs: 50 })
  for (let nth = 0; nth < 4 && seenFailures(burst.outcomes).length === 0; nth++) await restartBoth('SIGKILL')
  await burst.stop()
  expect(seenFailures(burst.outcomes).length).toBeGreaterThan(0)
  expect((await site.look(burst.outcomes.map(unknown))).found).toEqual([])
})
