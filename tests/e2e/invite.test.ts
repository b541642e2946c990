// Long: a list of guests from paste to answer, on a phone and on a laptop.
// Inviting by email in a browser: a pasted list, what would become of each, the emails, the answer that moves the list; and an event made again.
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { attend, button, heading, openFilters, openTab, role, submit, thanks } from './acts.ts'
import { gone, openStage, seen } from './kit.ts'
import { newName, openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer, call } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 10 },
]

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R97 a pasted list is checked before it is sent; who is invited opens their own link and answers, and the organizer sees it (%s, %i px)',
  async (colorScheme, width) => {
    const olivia = await host()
    const held = await event(olivia, roles)
    await answer(held, 'Ann', ['Guest'])
    const [ben, cleo] = [`ben-${width}@guests.test`, `cleo-${width}@guests.test`]
    const organizer = await stage.newPerson({ token: olivia.token, width, colorScheme })
    const { page } = organizer
    await organizer.open(`/event/${held.eventId}`)
    await page.getByRole('link', { name: 'Invite people' }).click()
    await seen(heading(page, 'Invite people'))
    await page.getByLabel('Names and email addresses').fill(`Ben Bold <${ben}>, ${cleo}\nann@guests.test\n${ben}\nUncle Bob`)
    await button(page, 'Add to the list').click()
    await seen(page.getByText('2 new · 1 already answered · 1 twice in the list · 1 invalid'))
    await organizer.shoot(`invite-list-${width}-${colorScheme}`)
    await page.reload() // nothing of the list is lost
    await seen(page.getByText('2 new · 1 already answered · 1 twice in the list · 1 invalid'))
    await page.getByLabel('Your message').fill('Doors open at six.')
    await page.getByLabel('Suggested role').selectOption('Speaker')
    await button(page, 'Send 2 invitations').click()
    await seen(page.getByText('2 invitations on the way'))
    await organizer.shoot(`invite-sent-${width}-${colorScheme}`)
    await page.getByRole('link', { name: 'See the answers' }).click()
    await seen(page.getByRole('row').filter({ hasText: ben }))
    await openTab(page, 'Roles')
    await seen(page.getByText('2 invited by email: 0 answered, 0 opened, 2 not opened yet.'))
    await organizer.shoot(`invite-board-${width}-${colorScheme}`)

    const mail = await stage.mailbox.next(ben, /You are invited to/)
    expect(mail.text).toContain('Doors open at six.')
    const guest = await stage.newPerson({ width, colorScheme })
    await guest.open(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
    await seen(page.getByText('2 invited by email: 0 answered, 1 opened, 1 not opened yet.'))
    await attend(guest, 'Yes')
    expect(await role(guest.page, 'Speaker').isChecked()).toBe(true)
    await guest.shoot(`invite-guest-${width}-${colorScheme}`)
    await submit(guest)
    await seen(thanks(guest.page, 'Ben Bold'))
    await seen(page.getByText('2 invited by email: 1 answered, 0 opened, 1 not opened yet.'))
    await openTab(page, 'Answers')
    await openFilters(page)
    await page.getByLabel('Filter by invitation').selectOption('invited')
    await seen(page.getByRole('row').filter({ hasText: cleo }))
    expect(await page.getByRole('row').filter({ hasText: ben }).count()).toBe(0)
    await openTab(page, 'Roles')
    await seen(page.getByText('You can’t invite anyone again yet: there must be 3 days between two invitations.'))
    expect(await button(page, 'Invite again (1)').isDisabled()).toBe(true)
    await organizer.shoot(`invite-again-${width}-${colorScheme}`)
    await openTab(page, 'Answers')
    await button(page, `Withdraw the invitation of ${cleo}`).click()
    await button(page, 'Withdraw').click()
    await gone(page.getByRole('row').filter({ hasText: cleo }))
    await openTab(page, 'Roles')
    await seen(page.getByText('1 invited by email: 1 answered, 0 opened, 0 not opened yet.'))
  },
)

test('R162 columns that are named like questions fill their answers, and what can’t be taken is told at its row', async () => {
  const olivia = await host()
  const held = await event(olivia, roles)
  const diet = { label: 'What do you eat?', kind: 'choice' as const, options: [{ label: 'Vegan' }, { label: 'Everything' }] }
  const questions = [diet, { label: 'Bags', kind: 'number' as const, max: 5 }]
  await call(groupApi.update, { id: held.groupId, questions }, { authorization: `Bearer ${olivia.token}` })
  for (const width of [390, 1440]) {
    const organizer = await stage.newPerson({ token: olivia.token, width })
    const { page } = organizer
    await organizer.open(`/group/${held.groupId}/invite`)
    await page.getByRole('tab', { name: 'Excel or CSV file' }).click()
    const gus = newName('Gus').toLowerCase()
    const text = `Name,Email,what do you eat?,BAGS\nGus,${gus}@guests.test,vegan,2\nHal,hal@guests.test,Fish,1\n`
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const means = page.getByLabel('what do you eat?').locator('option:checked')
    await expect.poll(() => means.textContent()).toBe('Answer to “What do you eat?”')
    await organizer.shoot(`invite-answers-csv-${width}`)
    await button(page, 'Add 2 people to the list').click()
    await seen(page.getByText('“What do you eat?”: there is no option “Fish”.'))
    await seen(page.getByText('1 new · 1 invalid'))
    await organizer.shoot(`invite-answers-list-${width}`)
    await button(page, 'Send 1 invitation').click()
    await seen(page.getByText('1 invited'))
    await organizer.open(`/group/${held.groupId}?tab=answers`)
    await openFilters(page)
    await page.getByRole('radio', { name: 'Answers to questions' }).check()
    await seen(page.getByRole('row', { name: /Gus.*Vegan.*2/ }).first())
    await organizer.context.close()
  }
})

test('R97 a CSV file shows its columns before anybody is added, and the guests of an earlier event can be asked', async () => {
  const olivia = await host()
  const earlier = await event(olivia, roles, { name: 'Spring stage' })
  await answer(earlier, 'Dora', ['Guest'])
  const held = await event(olivia, roles)
  const organizer = await stage.newPerson({ token: olivia.token, width: 1440 })
  const { page } = organizer
  await organizer.open(`/group/${held.groupId}/invite`)
  await page.getByRole('tab', { name: 'Excel or CSV file' }).click()
  const buffer = Buffer.from('Role;Mail;Full name\nSpeaker;eva@guests.test;Eva Bright\n;fay@guests.test;Fay\n')
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await seen(page.getByRole('cell', { name: 'Eva Bright' }))
  await organizer.shoot('invite-csv-1440')
  await page.getByLabel('Full name', { exact: true }).selectOption({ label: 'Not used' })
  await gone(page.getByRole('cell', { name: 'Eva Bright' }))
  await page.getByLabel('Full name', { exact: true }).selectOption({ label: 'Name' })
  await seen(page.getByRole('cell', { name: 'Eva Bright' }))
  await button(page, 'Add 2 people to the list').click()
  await seen(page.getByText('2 new'))
  await page.getByRole('tab', { name: 'Earlier event' }).click()
  await page.getByLabel('Event', { exact: true }).selectOption({ index: 1 })
  await organizer.shoot('invite-earlier-1440')
  await button(page, 'Add to the list').click()
  await seen(page.getByText('3 new'))
  await button(page, 'Send 3 invitations').click()
  await seen(page.getByText('3 invitations on the way'))
  expect((await stage.mailbox.next('eva@guests.test')).text).toContain('Suggested for you: Speaker.')
})

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)('R103 an event is made again from its menu and from its card, at another time (%s, %i px)', async (colorScheme, width) => {
  const olivia = await host()
  const held = await event(olivia, roles, { name: 'Open stage' })
  const organizer = await stage.newPerson({ token: olivia.token, width, colorScheme })
  const { page } = organizer
  await organizer.open(`/event/${held.eventId}`)
  await button(page, 'Options').click()
  await page.getByRole('menuitem', { name: 'Duplicate event' }).click()
  await seen(heading(page, 'Duplicate this event'))
  await organizer.shoot(`duplicate-${width}-${colorScheme}`)
  await button(page, 'Duplicate').click()
  await page.waitForURL((url) => /\/event\/[0-9a-f]{24}$/.test(url.pathname) && !url.pathname.includes(held.eventId))
  await seen(heading(page, 'Open stage'))
  await openTab(page, 'Answers')
  await seen(page.getByText('No answers yet'))
  await organizer.open('/dashboard')
  await organizer.shoot(`duplicate-cards-${width}-${colorScheme}`)
  await button(page, 'Options of Open stage').first().click()
  await page.getByRole('menuitem', { name: 'Duplicate event' }).click()
  await seen(heading(page, 'Duplicate this event'))
})
