// Long: every state, in one engine that starts slowly.
// Every state of R123 in the engine of Safari, by a personal link on a phone: live, and from its first screen.
import { afterAll, beforeAll, test } from 'vitest'
import { openMailbox } from '../mailbox.ts'
import { type Server, startServer } from '../server.ts'
import { openWalks, phone, type Stop } from '../standing-walk.ts'
import { openWindows, type Window } from './windows.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
const newWindow = openWindows()
const mailbox = openMailbox(() => server.url)
const openOwn = () => openWalks({ server, mailbox })

/** State and next act stand in the first screen. */
async function stands(window: Window, { name, title, act, says }: Stop) {
  await window.inFirstScreen(title)
  if (says) await window.sees(says)
  if (act) await window.inFirstScreen(act)
  await window.shoot(`card-${name}-390`)
}

test('R123 in WebKit every state is reached live, and says its next act in the first screen', async () => {
  const [walks, window] = await Promise.all([openOwn(), newWindow(phone)])
  const { held, ownLink, go } = await walks.answers()
  await window.open(`${server.url}${held.invitation}`)
  await window.inFirstScreen('I can’t make it')
  await window.shoot('card-unanswered-390')
  let isOpen = false
  await go(async (stop) => {
    if (!isOpen) await window.open(await ownLink())
    isOpen = true
    await stands(window, stop)
  })

  const { assign, stop, ownLink: given } = await walks.assigned()
  await assign()
  await window.open(await given())
  await stands(window, stop)

  const short = await walks.ending()
  await window.open(await short.ownLink())
  await stands(window, { name: 'coming', state: 'coming', title: 'You’re coming as Speaker' })
  await stands(window, short.stop)
})
