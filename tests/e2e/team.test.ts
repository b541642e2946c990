// Long: an event is shared with two helpers, each at a browser of their own, on two screens.
// The team of an event in a browser: invited from the event's page, accepted without an account, looked on live, and ended on the open screen.
import { expect, test } from 'vitest'
import { button, heading, proveEmail, sayYes } from './acts.ts'
import { gone, openStage, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R200, R201, R205, R206 a viewer without an account looks on by the emailed link, sees no email, and nothing once taken off (%s, %i px)',
  async (colorScheme, width) => {
    const at = `${width}-${colorScheme}`
    const olivia = await host()
    await setPlan(stage.server, [olivia], 'team')
    const held = await event(olivia, [{ name: 'Speaker', max: 4 }], {
      name: 'Open stage night',
      assignmentRules: { enableRoleSelfSelect: true },
    })
    const desk = await stage.newPerson({ width, colorScheme, token: olivia.token })
    await desk.open(`/event/${held.eventId}`)
    await button(desk.page, 'Options').click()
    await desk.page.getByRole('menuitem', { name: 'Invite a co-host' }).click()
    await seen(heading(desk.page, 'Invite a co-host'))
    await desk.shoot(`team-invite-${at}`)
    const email = `vera${width}@people.test`
    await desk.page.getByLabel('Email').fill(email)
    await button(desk.page, 'Send the invitation').click()
    await toastSays(desk.page, `${email} got an invitation`)
    await desk.open(`/event/${held.eventId}?tab=settings`)
    await seen(desk.page.getByText('Invited', { exact: true }))
    await desk.shoot(`team-panel-${at}`)

    const vera = await stage.newPerson({ width, height: 844, colorScheme })
    await vera.open(await stage.mailbox.link(email, /help with an event/))
    await seen(vera.page.getByText(/^Viewer/))
    await vera.shoot(`team-invitation-${at}`)
    await button(vera.page, 'Accept').click()
    await seen(vera.page.getByText('You help with “Open stage night” now.'))
    await button(vera.page, 'Open the event').click()
    await seen(vera.page.getByText('You help with this event:'))
    await vera.page.getByRole('tab', { name: /Answers/ }).click()
    await seen(vera.page.getByText('No answers yet'))

    const gina = await stage.newPerson({ width, height: 844, colorScheme })
    await gina.open(held.invitation)
    await proveEmail(stage, gina, `gina${width}@guests.test`, 'Gina')
    await sayYes(gina, 'Speaker')
    await seen(vera.page.getByText('Gina').first())
    await vera.shoot(`team-viewer-${at}`)
    expect(await vera.page.content()).not.toContain('guests.test')

    vera.expects(/status of 40[14]/)
    await button(desk.page, `Remove ${email} from the team`).click()
    await toastSays(desk.page, `${email} is off the team`)
    await gone(vera.page.getByText('You help with this event:'))
    await vera.shoot(`team-ended-${at}`)
    await button(desk.page, 'Undo').click()
    await toastSays(desk.page, 'Undone')
    await seen(desk.page.getByText(email).first())
  },
)

test('R200, R201 a helper at the door without an account comes to the door by the emailed link', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 4 }])
  const desk = await stage.newPerson({ token: olivia.token })
  await desk.open(`/event/${held.eventId}?tab=settings`)
  await button(desk.page, 'Invite a co-host').click()
  await desk.page.getByLabel('Email').fill('dora@people.test')
  await desk.page.getByLabel('Role', { exact: true }).selectOption({ label: 'Helper at the door' })
  await button(desk.page, 'Send the invitation').click()
  await toastSays(desk.page, 'dora@people.test got an invitation')
  const dora = await stage.newPerson({ width: 390, height: 844 })
  await dora.open(await stage.mailbox.link('dora@people.test', /help with an event/))
  await button(dora.page, 'Accept').click()
  await button(dora.page, 'Open the door').click()
  await seen(dora.page.getByText('Summer school').first())
  await dora.shoot('team-door')
})
