// Long: a seat goes from one browser to another, seen by a third, on two screens.
// A seat handed over in a browser: offered from the own answer, seen by the organizer, taken by the one named at a click.
import { expect, test } from 'vitest'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { button, heading, openTab, ownCard, pickMore, proveEmail, sayYes } from './acts.ts'
import { gone, openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event, call, prove } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 1 },
  { name: 'Host', max: 3 },
]

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R94, R116 a guest offers their seat, the organizer sees it, and the other takes it at a click (%s, %i px)',
  async (colorScheme, width) => {
    const at = `${width}-${colorScheme}`
    const olivia = await host()
    const held = await event(olivia, roles, { name: 'Open stage night', location: 'Main Hall, Station Street 5' })
    const gina = await stage.newPerson({ width, height: 844, colorScheme })
    await gina.open(held.invitation)
    await proveEmail(stage, gina, 'gina@guests.test', 'Gina')
    await sayYes(gina, 'Speaker')
    await pickMore(gina, 'I can’t make it')
    await seen(heading(gina.page, 'You can’t make it?'))
    await gina.shoot(`handover-dialog-${at}`)
    await button(gina.page, 'Offer my seat').click()
    await seen(gina.page.getByText('Please enter their name'))
    await gina.page.getByLabel('Their name').fill('Ben')
    await gina.page.getByLabel('Their email').fill(`ben${width}@guests.test`)
    await button(gina.page, 'Offer my seat').click()
    await seen(gina.page.getByText('You offered your seat to Ben'))
    await gina.shoot(`handover-pending-${at}`)

    const desk = await stage.newPerson({ width, colorScheme, token: olivia.token })
    await desk.open(`/group/${held.groupId}?tab=waiting`)
    await seen(heading(desk.page, 'Seat hand-overs'))
    await openTab(desk.page, 'Answers')
    await seen(desk.page.getByText('Offered to Ben'))
    await desk.shoot(`handover-board-${at}`)

    const ben = await stage.newPerson({ width, height: 844, colorScheme })
    const link = await stage.mailbox.link(`ben${width}@guests.test`, /offered a seat/)
    await ben.open(link)
    await seen(ben.page.getByText('Gina can’t make it, and offers you their seat as Speaker.'))
    expect(ben.page.url()).not.toContain('token')
    await ben.shoot(`handover-offer-${at}`)
    await seen(gina.page.getByText('You offered your seat to Ben')) // opening it took nothing
    await button(ben.page, 'Accept the seat').click()
    await seen(ownCard(ben.page, 'coming'))
    await seen(ben.page.getByText('You accepted: the seat was handed over to you.'))
    await ben.shoot(`handover-taken-${at}`)
    await seen(ownCard(gina.page, 'declined'))
    await gone(heading(desk.page, 'Seat hand-overs'))

    const late = await stage.newPerson({ width, height: 844, colorScheme })
    late.expects(/status of 410/)
    await late.open(link)
    await seen(late.page.getByText(/This offer is no longer valid/))
    await late.shoot(`handover-ended-${at}`)
  },
)

test('R94 with somebody waiting, giving the seat back is chosen already, and they get it', async () => {
  const olivia = await host()
  const held = await event(olivia, roles)
  const gina = await stage.newPerson({ width: 390, height: 844, colorScheme: 'dark' })
  await gina.open(held.invitation)
  await proveEmail(stage, gina, 'gina2@guests.test', 'Gina')
  await sayYes(gina, 'Speaker')
  const { groupId, eventId } = held
  const wim = { groupId, eventId, name: 'Wim', email: 'wim@guests.test', attending: true, waitFor: ['Speaker'] }
  await call(rsvpApi.submit, wim, fromOwnPage(await prove(held, wim.email)))
  await pickMore(gina, 'I can’t make it')
  await seen(gina.page.getByText('the seat goes to the first person on the waitlist', { exact: false }).last())
  await gina.shoot('handover-release-390-dark')
  await button(gina.page, 'Give my seat back').click()
  await seen(ownCard(gina.page, 'declined'))
  const desk = await stage.newPerson({ token: olivia.token })
  await desk.open(`/group/${held.groupId}?tab=answers`)
  await seen(desk.page.getByRole('row').filter({ hasText: 'Wim' }).getByText('Speaker'))
})
