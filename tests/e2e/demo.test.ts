// `npm run demo` as a newcomer runs it: the printed link logs the organizer in, and the guests act by themselves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../kit/process/free-port.ts'
import { comes } from '../kit/world/pace.ts'

const stores = () => readdirSync(tmpdir()).filter((name) => name.startsWith('rolecall-demo-'))

test('the demonstration prints a link that logs in, fills its events while one looks, and leaves nothing behind', async () => {
  const port = await freePort()
  const before = stores()
  const demo = spawn(process.execPath, ['scripts/demo.mjs'], { env: { ...process.env, PORT: String(port), DEMO_PAUSE_MS: '50' } })
  onTestFinished(() => void demo.kill('SIGKILL'))
  let printed = ''
  demo.stdout.on('data', (part: Buffer) => (printed += part.toString()))
  const link = await comes(() => /You are the organizer: (\S+)/.exec(printed)?.[1] ?? Promise.reject(new Error(printed)))
  const organizerToken = new URL(link).searchParams.get('token') ?? ''
  const events = async () => {
    const mine = await fetch(`http://localhost:${port}/api/event/mine`, { headers: { 'x-organizer-token': organizerToken } })
    return JSON.stringify(await mine.json())
  }
  await comes(async () => expect(await events()).toContain('"waiting":1'))
  const then = await events()
  await comes(async () => expect(await events()).not.toBe(then))
  demo.kill('SIGINT')
  await once(demo, 'exit')
  expect(stores().filter((name) => !before.includes(name))).toEqual([])
})
