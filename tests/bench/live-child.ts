// Our own live rooms with nothing else behind them, to compare with bare Socket.IO: every change is published at once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Room } from '#protocol/live.ts'
import { socketLimits } from '#server/edge/http/request.ts'
import { createLive } from '#server/edge/live/sockets.ts'
import { systemClock } from '#server/kernel/ports/clock.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { createPresence } from '#server/record/presence/jobs.ts'

const view = async () => ({ view: { _id: 'form', rev: 1 } as never })
const http = createServer()
const secrets = createSecrets('the token secret of a benchmark, long enough', 'the id key of a benchmark, which is long enough')
const rules = {
  form: view,
  event: view,
  group: view,
  dashboard: view,
  org: view,
  account: view,
  guest: view,
  message: view,
  activity: view,
  board: view,
  door: view,
}
const store = await openSqlite({ file: ':memory:', collections: [] })
const services = { store, clock: systemClock, secrets, publicUrl: 'http://rolecall.test' } as unknown as Services
const log = pino({ level: 'silent' })
const { live } = await createLive(http, {
  services,
  rules,
  limits: socketLimits(countNothing, 0),
  broadcasts: [],
  log,
  presence: createPresence(services),
  followers: [],
})
process.on('message', ([room, changed]: [Room, never]) => live.publish({ room, name: 'form', id: 'form', view: () => changed }))
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port))
