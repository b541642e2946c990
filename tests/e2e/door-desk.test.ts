// The door from the organizer's desk: how many are inside, a rehearsal, passes on paper, who came and whom to thank; and the door by daylight.
import { expect, test } from 'vitest'
import { doorApi } from '#protocol/seats/door/door.ts'
import { button, heading } from './acts.ts'
import { gone, openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

test('R180a, R186, R193 an organizer prints test passes, sees live who comes by role and door, and finds who came', async () => {
  const { host, event, answer } = openSeed(stage)
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 20 }], { name: 'Open stage night', start: minutes(30), end: minutes(150) })
  await answer(held, 'Gina Gast', ['Guest'])
  await answer(held, 'Zoë Brâncuși', ['Guest'])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${olivia.token}` }
  const send = (path: string, body: object) =>
    fetch(`${stage.server.url}/api/door/${held.eventId}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

  const desk = await stage.newPerson({ width: 1440, token: olivia.token })
  await desk.open(`/event/${held.eventId}`)
  await seen(heading(desk.page, 'Open stage night'))

  const printer = await stage.newPerson({ width: 768, token: olivia.token })
  await printer.open(`/event/${held.eventId}/passes`)
  await seen(printer.page.getByText('Gina Gast'))
  await printer.shoot('door-passes-768')
  await printer.open(`/event/${held.eventId}/practice`)
  await seen(printer.page.getByText('Practice 10'))
  await printer.shoot('door-practice-768')

  const door = await stage.newPerson({ width: 1440, token: olivia.token })
  await door.open(`/door/${held.eventId}`)
  await seen(door.page.getByText('0 inside, 0 came'))
  const made = await (await send('practice', {})).json()
  const field = door.page.getByLabel('Find a guest, or scan here')
  await field.fill(made.passes[0].url)
  await field.press('Enter')
  await seen(door.page.getByText('Practice: Let in'))
  await seen(door.page.getByText('0 inside, 0 came'))
  await door.shoot('door-practiced-1440')

  // Another door lets somebody in: this page and the desk hear of it.
  const list = doorApi.list.reply.parse(await (await fetch(`${stage.server.url}/api/door/${held.eventId}/list`, { headers })).json())
  const gina = list.people.find(({ name }) => name === 'Gina Gast')
  const scans = [{ scanId: crypto.randomUUID(), rsvpId: gina?._id, despite: true }]
  expect((await send('scans', { scans })).status).toBe(200)
  await seen(door.page.getByText('1 inside, 1 came'))
  await seen(desk.page.getByText('Inside', { exact: true }))
  await door.page.getByText('By role and by door').click()
  await seen(door.page.getByRole('row', { name: 'Guest 1 1' }))
  await door.shoot('door-1440-light')
  await button(desk.page, 'Options').click()
  await desk.page.getByRole('menuitem', { name: 'Door', exact: true }).click()
  await seen(desk.page.getByRole('row', { name: 'Guest 1 1' }))
  await desk.shoot('door-dialog-1440')
  await desk.page.keyboard.press('Escape')
  await desk.page.getByRole('tab', { name: /Answers/ }).click()
  await seen(desk.page.getByText(/^Came \d/))
  await desk.page.getByLabel('Filter by who came').selectOption('Didn’t come')
  await gone(desk.page.getByText('Gina Gast'))
  await seen(desk.page.getByText('Zoë Brâncuși'))
  await desk.shoot('door-came-1440')

  const phone = await stage.newPerson({ width: 390, height: 844, token: olivia.token })
  await phone.open(`/door/${held.eventId}`)
  await seen(phone.page.getByText('1 inside, 1 came'))
  await phone.shoot('door-390-light')
  const night = await stage.newPerson({ width: 390, height: 844, token: olivia.token, colorScheme: 'dark' })
  await night.open(`/event/${held.eventId}/practice`)
  await seen(night.page.getByText('Practice 10'))
  await night.shoot('door-practice-390-dark')
  await night.open(`/event/${held.eventId}?tab=answers`)
  await seen(night.page.getByText(/^Came \d/))
  await night.shoot('door-came-390-dark')
})
