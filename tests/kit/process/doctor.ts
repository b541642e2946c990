// The doctor, run as its own process, and a server in production for it to look at.
import { spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { backups } from '#server/app/store/backups.ts'
import { isNodeOlder, zoneVersions } from '#server/kernel/calendar/zone-data.ts'
import { freePort } from './free-port.ts'
import { newFolder, startServer } from './process.ts'
import { fill, openStore, putNew } from './seed.ts'

export const token = 'a-token-for-the-figures'
const production = { NODE_ENV: 'production', PAYMENTS: 'off', METRICS_TOKEN: token, RATE_LIMITS: 'on' }

interface Said {
  readonly code: number | null
  /** State and sentence by check. */
  readonly lines: Readonly<Record<string, string>>
}
/** Runs the doctor with this environment and no other. */
export function doctor(args: readonly string[], env: Record<string, string>): Promise<Said> {
  const child = spawn(process.execPath, [resolve('scripts/doctor.mjs'), ...args], { env: { PATH: process.env.PATH ?? '', ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  return new Promise((ended) =>
    child.once('close', (code) => {
      const found = said.matchAll(/^(ok|warn|FAIL) +(\w+) +(.*)$/gm)
      ended({ code, lines: Object.fromEntries([...found].map(([, state, name, words]) => [name, `${state}: ${words}`])) })
    }),
  )
}
export const statesOf = ({ lines }: Said) => Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, line.split(':')[0]]))

/** A mail server that greets, or says something else. */
export async function mailServer(greeting = '220 mail.test ESMTP') {
  const server = createServer((socket) => {
    socket.write(`${greeting}\r\n`)
    socket.on('error', () => {})
    socket.on('data', (part) => void socket.write(part.toString().startsWith('EHLO') ? '250-mail.test\r\n250 8BITMIME\r\n' : '221 bye\r\n'))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server in production over a store whose last backup is so many hours old, with a mail server that greets. */
export async function healthy(env: Record<string, string> = {}, backupHours = 1) {
  const folder = newFolder()
  await fill(folder, { groups: 1, seats: 1 })
  const store = await openStore(folder)
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const last = { at: at(-backupHours), file: 'rolecall-1.backup.gz', bytes: 1 }
  await store.commit([putNew(backups, { _id: 'this', rev: 1, dueAt: at(24), last })])
  await store.close()
  const port = String(await freePort())
  const settings = { ...production, SMTP_URL: await mailServer(), PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...env }
  return { ...(await startServer(folder, settings)), settings }
}

/** R234: by the Node that runs here. */
export const zonesHere = isNodeOlder(zoneVersions) ? 'warn' : 'ok'
