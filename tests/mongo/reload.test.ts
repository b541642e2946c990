// A release goes out without anybody noticing: of two processes behind a proxy one after the other is told to stop and started again, while guests answer.
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Outcome, openBurst } from '../kit/process/burst.ts'
import { freePort } from '../kit/process/free-port.ts'
import { openSite } from '../kit/process/mongo-house.ts'
import type { Running } from '../kit/process/process.ts'
import { openProxy } from '../kit/process/proxy.ts'

/** What an answer may be told: it is done, or the role is full. Anything else is a failure that its guest would see. */
const seenFailures = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => status !== 200 && status !== 409)

async function setUp() {
  const site = await openSite(inject('mongodb') ?? '')
  const start = (port: string) => site.start({ TRUST_PROXY: '1', PORT: port })
  const ports = [String(await freePort()), String(await freePort())] as const
  const servers: Running[] = await Promise.all(ports.map(start))
  const urls = servers.map(({ url }) => url)
  const burst = openBurst(await openProxy(urls), site.target, 'reload', 8)
  onTestFinished(() => burst.stop())
  /** Ends a process as `how` says, and starts it anew; the proxy asks the other one first meanwhile. */
  async function restart(nth: number, how: NodeJS.Signals) {
    servers[nth]?.signal(how)
    const code = await servers[nth]?.exit
    const before = burst.outcomes.length
    servers[nth] = await start(ports[nth] ?? '')
    await burst.acknowledged(burst.outcomes.filter(({ status }) => status === 200).length + 40)
    return { code, answeredMeanwhile: burst.outcomes.length - before }
  }
  return { site, burst, restart, urls }
}

test('O15, O4 both processes are restarted one after the other while answers are sent: none that was acknowledged is lost, and none is refused', async () => {
  const { site, burst, restart, urls } = await setUp()
  await burst.acknowledged(40)
  const first = await restart(0, 'SIGTERM')
  urls.reverse() // so that the other one is asked first, too
  await burst.acknowledged(burst.outcomes.length + 20)
  const second = await restart(1, 'SIGTERM')
  await burst.stop()
  expect([first.code, second.code]).toEqual([0, 0])
  expect([first.answeredMeanwhile > 0, second.answeredMeanwhile > 0]).toEqual([true, true])
  expect(seenFailures(burst.outcomes).map(({ status, text }) => [status, text])).toEqual([])
  const { found } = await site.look(burst.outcomes)
  expect(found).toEqual([])
  console.log(`reload.test.ts: ${burst.outcomes.length} answers over two restarts`)
})

test('O15 control: with kill -9 in place of SIGTERM some answers get none', async () => {
  const { site, burst, restart } = await setUp()
  await burst.acknowledged(40)
  for (let nth = 0; nth < 5 && seenFailures(burst.outcomes).length === 0; nth++) await restart(0, 'SIGKILL')
  await burst.stop()
  expect(seenFailures(burst.outcomes).length).toBeGreaterThan(0)
  expect((await site.look(burst.outcomes.map((one) => (one.status === 502 ? { ...one, status: 0 } : one)))).found).toEqual([])
})
