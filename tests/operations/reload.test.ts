// `systemctl reload`: the one process over the embedded store is told to stop and starts anew, while guests answer through a proxy that holds requests back.
import { expect, test } from 'vitest'
import { judge } from '../kit/model/oracle.ts'
import { openBurst } from '../kit/process/burst.ts'
import { freePort } from '../kit/process/free-port.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { openProxy } from '../kit/process/proxy.ts'
import { fillForBurst, openStore } from '../kit/process/seed.ts'

/** Restarts the process amid answers; gives what guests saw besides yes and "full", and what the store belies. */
async function reloadAmid(proxied: Parameters<typeof openProxy>[1]) {
  const folder = newFolder()
  const target = await fillForBurst(folder)
  const env = { PORT: String(await freePort()), TRUST_PROXY: '1' }
  let server = await startServer(folder, env)
  const burst = openBurst(await openProxy([server.url], proxied), target, 'reload', 6)
  const more = (count: number) => burst.acknowledged(burst.outcomes.filter(({ status }) => status === 200).length + count)
  await more(40)
  server.signal('SIGTERM')
  const code = await server.exit
  server = await startServer(folder, env)
  await more(40)
  await burst.stop()
  server.signal('SIGTERM')
  await server.exit
  const failures = burst.outcomes.filter(({ status }) => status !== 200 && status !== 409)
  const known = burst.outcomes.map((one) => (one.status === 502 ? { ...one, status: 0 } : one))
  return {
    code,
    failures: failures.map(({ status, text }) => [status, text]),
    found: (await judge(await openStore(folder), target, known)).found,
  }
}

test('O15, O4 behind a proxy that asks who is ready and holds back the rest no answer is lost, and none is refused', async () => {
  expect(await reloadAmid({ looksEveryMs: 50, holdsMs: 10_000 })).toEqual({ code: 0, failures: [], found: [] })
})

test('O15 control: behind a proxy that holds nothing back guests see the gap; what was acknowledged is there all the same', async () => {
  const { failures, found } = await reloadAmid({})
  expect([failures.length > 0, found]).toEqual([true, []])
})
