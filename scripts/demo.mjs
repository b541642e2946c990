// `npm run demo`: the product on a throw-away store, with an organizer, three events, and guests who answer while one looks on.
// `npm run demo -- --picture docs/screenshot.png` takes the README's picture of it and ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { browsers } from './browsers.mjs'
import { build } from './build.mjs'
import { openCalls } from './demo/calls.mjs'
import { openCrowd } from './demo/crowd.mjs'
import { takePicture } from './demo/picture.mjs'
import { setUp } from './demo/setting.mjs'
import { install } from './install.mjs'
import { start } from './run.mjs'

const port = process.env.PORT ?? '3000'
const url = `http://localhost:${port}`
const { picture } = parseArgs({ options: { picture: { type: 'string' } } }).values
const organizer = 'organizer@demo.test'

await install()
await build()
const folder = mkdtempSync(join(tmpdir(), 'rolecall-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const name of ['MONGODB_URI', 'SMTP_URL', 'SENDGRID_API_KEY', 'STRIPE_SECRET_KEY', 'BACKUP_DIR']) delete process.env[name]
const settings = { PORT: port, PUBLIC_URL: url, DATA_DIR: folder, ADMIN_EMAILS: organizer }
const env = { ...process.env, NODE_ENV: 'development', RATE_LIMITS: 'off', ...settings }
// What the server prints are emails: among them nobody would find the links below.
const server = start(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
void server.ended.then((code) => process.exit(code))

const calls = openCalls(url)
await calls.ready()
const { link, events } = await setUp(calls, organizer)
const crowd = openCrowd(calls, events)
if (picture) {
  await crowd.arriveAtAll()
  await takePicture(picture, { url, link, events, executablePath: (await browsers(['CHROMIUM_PATH'])).CHROMIUM_PATH })
  server.kill('SIGTERM')
  await server.ended
}
console.log(`
  A demonstration of Rolecall; everything in it is gone when you end it.

  You are the organizer: ${link}
  A guest's invitation:  ${url}${events[0].invitation}
  Every email it sends:  ${url}/dev/outbox

  Open the first two side by side. Guests answer, wait and hand over, every few seconds.
  Ctrl+C ends it.

`)
await crowd.arriveAtAll()
await crowd.goOn(Number(process.env.DEMO_PAUSE_MS ?? 2_500))
