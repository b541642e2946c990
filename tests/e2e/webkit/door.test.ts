// The door in the engine of Safari: a phone is paired, lets somebody in, says what it lacks, and is empty once it is cut off (R182 to R187).
import { afterAll, beforeAll, test } from 'vitest'
import { doorApi } from '#protocol/seats/door/door.ts'
import { openMailbox } from '../mailbox.ts'
import { openSeed } from '../seed.ts'
import { type Server, startServer } from '../server.ts'
import { openWindows } from './windows.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
const newWindow = openWindows()
const mailbox = openMailbox(() => server.url)
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

// WebKitWebDriver presses where an element stood: a press is lost where the page moves at that moment.
test('R182 to R187 in WebKit a phone is paired, lets a guest in, says what this browser can’t do, and is cut off', {
  retry: 2,
}, async () => {
  const { host, event, answer } = openSeed({ server, mailbox })
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 20 }], { name: 'Open stage night', start: minutes(30), end: minutes(150) })
  await answer(held, 'Gina Gast', ['Guest'])
  const send = (method: string, path: string, body?: object) =>
    fetch(`${server.url}/api/door/${held.eventId}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${olivia.token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { link, phone } = doorApi.makePhone.reply.parse(await (await send('POST', 'phones', { name: 'North door' })).json())

  const window = await newWindow({ width: 390, height: 844 })
  await window.open(link)
  await window.press('Pair this phone')
  await window.sees('0 inside, 0 came')
  await window.press('In: Gina Gast')
  await window.sees('Let in')
  await window.sees('1 inside, 1 came')
  await window.shoot('door')
  await window.sees('What this browser can’t do')
  await send('DELETE', `phones/${phone._id}`)
  await window.sees('This phone can’t check in guests')
})
