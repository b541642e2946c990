// Long: a guest, one who waits and an organizer, through every state of a full role.
// A full role in a browser: waiting, the seat that comes by itself, an offer, and the organizer's list.
import { test } from 'vitest'
import { attend, button, heading, openTab, proveEmail, role, submit, thanks } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R89, R90, R92 a guest waits for a full role, sees their place, and sees the seat come (%s, %i px)',
  async (colorScheme, width) => {
    const olivia = await host()
    const held = await event(olivia, [
      { name: 'Speaker', max: 1 },
      { name: 'Host', max: 3 },
    ])
    await answer(held, 'Ann', ['Speaker'])
    const ben = await stage.newPerson({ width, height: 844, colorScheme })
    await ben.open(held.invitation)
    await proveEmail(stage, ben, 'ben@guests.test', 'Ben')
    await attend(ben, 'Yes')
    await seen(ben.page.getByText('No one is waiting.'))
    await button(ben.page, 'Join the waitlist').click()
    await seen(button(ben.page, 'Join the waitlist for Speaker'))
    await ben.shoot(`waitlist-form-${width}-${colorScheme}`)
    await role(ben.page, 'Host').check()
    await submit(ben)
    await seen(thanks(ben.page, 'Ben'))
    await seen(heading(ben.page, 'You’re number 1 in line for Speaker'))
    await seen(ben.page.getByText('You’re coming either way, as Host.'))
    await ben.shoot(`waitlist-place-${width}-${colorScheme}`)

    const organizer = await stage.newPerson({ token: olivia.token, width: width === 390 ? 768 : width, colorScheme })
    await organizer.open(`/group/${held.groupId}`)
    await seen(organizer.page.getByText('1 person waiting'))
    await openTab(organizer.page, 'Waiting')
    await seen(organizer.page.getByText('ben@guests.test · has Host'))
    await organizer.shoot(`waitlist-board-${width}-${colorScheme}`)
    await organizer.page.getByRole('button', { name: 'Options for Ben' }).click()
    organizer.expects(/409/)
    await organizer.page.getByRole('menuitem', { name: 'Give a seat' }).click()
    await seen(organizer.page.getByText('Add a seat for Ben?'))
    await button(organizer.page, 'Add a seat').click()
    await seen(heading(ben.page, 'You’re coming as Speaker and Host'))
  },
)
