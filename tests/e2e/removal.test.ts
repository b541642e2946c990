// Long: people come, are removed and come again, in browsers of their own.
// An organizer on Free removes guests: by a button that says who hears of it, with a way back, and an address that may not answer again (R129).
import { beforeAll, expect, test } from 'vitest'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { attend, button, coming, openTab, ownCard, submit } from './acts.ts'
import { gone, openStage, type Person, screens, seen } from './kit.ts'
import { type Held, type Host, openSeed } from './seed.ts'

const stage = openStage()
const seed = openSeed(stage)
let olivia: Host
let held: Held
let proof = ''

beforeAll(async () => {
  olivia = await seed.host('olivia')
  held = await seed.event(olivia, [
    { name: 'Speaker', max: 2 },
    { name: 'Guest', max: 5 },
  ])
  proof = await seed.answer(held, 'Ann Archer', ['Speaker'])
  await seed.answer(held, 'Ben Baker', ['Guest'])
})
const row = ({ page }: Person, name: string) => page.getByRole('row').filter({ hasText: name })
const board = async (width = 1440, colorScheme: 'light' | 'dark' = 'light') => {
  const organizer = await stage.newPerson({ token: olivia.token, width, colorScheme })
  await organizer.open(`/group/${held.groupId}?tab=answers`)
  return organizer
}

/** Sends a no as the page would, past its card. */
const answerAnyway = ({ page }: Person) =>
  page.evaluate(
    async ([path, body]) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
    [
      `/api${rsvpApi.submit.path}`,
      JSON.stringify({ groupId: held.groupId, eventId: held.eventId, name: 'Ann', email: 'ann.archer@guests.test', attending: false }),
    ] as const,
  )

test('R129 a whole answer is removed, put back, and removed with its address, which is let answer again in Settings', async () => {
  const organizer = await board()
  const { page } = organizer
  const remove = async (isBlocked: boolean) => {
    await button(page, 'Remove Ann Archer').click()
    await page.getByRole('radio', { name: 'The whole answer' }).check()
    await seen(page.getByText(/Ann Archer gets an email/))
    if (isBlocked) await page.getByRole('checkbox', { name: /Don’t let this address answer again/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await gone(row(organizer, 'Ann Archer'))
  }
  await remove(false)
  await button(page, 'Undo').click()
  await seen(row(organizer, 'Ann Archer'))
  await remove(true)
  const guest = await stage.newPerson()
  const cookies = proof.split('; ').map((one) => one.split('='))
  await guest.context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: stage.server.url })))
  guest.expects(/403/)
  await guest.open(held.invitation)
  await seen(ownCard(guest.page, 'removed'))
  await seen(guest.page.getByText(/can no longer answer this invitation/))
  await guest.shoot('removal-blocked-guest')
  expect(await button(guest.page, 'Answer again').count()).toBe(0)
  expect(await coming(guest.page, 'yes').count()).toBe(0)
  expect(await answerAnyway(guest)).toBe(403)
  await openTab(page, 'Settings')
  await seen(page.getByText('Addresses that may not answer'))
  for (const [width, colorScheme] of screens) {
    const another = await board(width, colorScheme)
    await openTab(another.page, 'Settings')
    await seen(another.page.getByRole('list', { name: 'Addresses that may not answer' }))
    await another.shoot(`removal-settings-${width}-${colorScheme}`)
    await another.context.close()
  }
  await button(page, 'Let answer again: Ann Archer').click()
  await gone(page.getByRole('list', { name: 'Addresses that may not answer' }))
  await button(guest.page, 'Answer again').click()
  await attend(guest, 'No')
  await submit(guest)
  await seen(ownCard(guest.page, 'declined'))
})

test('R129 the dialog looks right, and a button that can’t be pressed says why in sight', async () => {
  for (const [width, colorScheme] of screens) {
    const organizer = await board(width, colorScheme)
    const { page } = organizer
    await page.getByRole('checkbox', { name: 'Select Ben Baker' }).check()
    await seen(page.getByText('Everyone selected has answered, so no one can be asked again.'))
    await organizer.shoot(`removal-picked-${width}-${colorScheme}`)
    await button(page, 'Remove Ben Baker').click()
    await page.getByRole('radio', { name: 'The whole answer' }).check()
    await organizer.shoot(`removal-dialog-${width}-${colorScheme}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await organizer.context.close()
  }
})
