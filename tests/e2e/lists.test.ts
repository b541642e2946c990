// Long: a list of people from paste to invitation, on three screens, and into an organization.
// Lists of people as they come, in a browser: pasted out of Outlook, chosen as a workbook, mended row by row, invited, saved as files, and read back.
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { workbookOf } from '#client/lib/files/workbook.ts'
import { readPeopleList } from '#client/people/read-people.ts'
import { emailSentence } from '#protocol/kernel/texts.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { button, heading } from './acts.ts'
import { gone, openStage, type Person, screens, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { newName, openSeed } from './seed.ts'

const stage = openStage()
const { call, host, event, answer } = openSeed(stage)
const roles = [
  { name: 'Sound | Light', max: 5 },
  { name: 'Bar; late', max: 5 },
]

/** As an organizer keeps them: names by which nobody is called, and the full ones under a heading of their own. */
const workbook = (who: string) =>
  workbookOf({
    title: 'Choir',
    zone: 'UTC',
    columns: ['Firma', 'Name', 'In the programme', 'Mailadresse', 'Rolle'].map((name) => ({ name })),
    rows: [
      ['Acme Ltd', 'Cleo', 'Cleo Cole', `cleo-${who}@guests.test`, 'Sound | Light'],
      ['Acme Ltd', 'Dan', 'Dan Dale', `dan-${who}@guests.test`, '"Bar; late", Sound | Light'],
      ['', 'Eve', 'Eve Evans', `ann-${who}@guests.test`, ''],
    ],
  })

const summary = (page: Page) => page.locator('[aria-live="polite"]').filter({ hasText: / new|to invite/ })
const paste = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).focus()
  await page.keyboard.insertText(text)
}
const chooseFile = (page: Page, name: string, bytes: Uint8Array) =>
  page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) })

/** Mends the row of somebody where it stands, by the keyboard. */
async function mend(page: Page, who: string, email: string) {
  await button(page, `Edit ${who}`).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('textbox') })
  await row.getByLabel('Email').fill('not yet@')
  await seen(row.getByText(emailSentence))
  await row.getByLabel('Email').fill(email)
  return row
}

/** What a menu saves, as a file. */
async function saved({ page }: Person, menu: string, item: string) {
  const download = page.waitForEvent('download')
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  const file = await download
  await gone(page.getByRole('menu'))
  await page.getByRole('button', { name: 'Exporting...' }).waitFor({ state: 'detached' })
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await buffer(await file.createReadStream())) }
}
/** A suggested role is one that guests may choose. */
const chosen = { assignmentRules: { enableRoleSelfSelect: true } }
const both = ['Excel workbook (.xlsx)', 'CSV']

test.each(screens)(
  'R225, R233, R233a Outlook’s list and a workbook become invitations, and the files of the answers are the same people (%i px, %s)',
  async (width, colorScheme) => {
    const olivia = await host()
    await setPlan(stage.server, [olivia], 'team')
    const [held, next] = [await event(olivia, roles, chosen), await event(olivia, roles, { ...chosen, name: 'Winter school' })]
    await call(
      eventApi.addGroup,
      { id: held.eventId, group: { name: 'Dinner', roles: [{ name: 'Guest', max: 9 }], limitToMembers: false } },
      { authorization: `Bearer ${olivia.token}`, 'idempotency-key': newName('dinner') },
    )
    const organizer = await stage.newPerson({ token: olivia.token, width, colorScheme })
    const { page } = organizer
    const who = `${width}-${colorScheme}`
    const shoot = (name: string) => organizer.shoot(`lists-${name}-${who}`)
    await organizer.open(`/group/${held.groupId}/invite`)
    await paste(
      page,
      'Names and email addresses',
      `Archer, Ann <ann-${who}@guests.test>; Baker, Ben <ben-${who}@guests.test>; Bob <bob@bad>`,
    )
    await shoot('pasted')
    await button(page, 'Add to the list').click()
    await expect.poll(() => summary(page).textContent()).toBe('2 new · 1 invalid')

    await page.getByRole('tab', { name: 'Excel or CSV file' }).click()
    await chooseFile(page, 'choir.xlsx', workbook(who))
    await seen(page.getByRole('cell', { name: 'Cleo', exact: true }))
    await shoot('workbook')
    await page.getByLabel('Name', { exact: true }).selectOption({ label: 'Not used' })
    await page.getByLabel('In the programme').selectOption({ label: 'Name' })
    await seen(page.getByRole('cell', { name: 'Cleo Cole' }))
    await shoot('columns')
    await button(page, 'Add 3 people to the list').click()
    await expect.poll(() => summary(page).textContent()).toBe('4 new · 1 invalid · 1 twice in the list')
    await seen(page.getByText('Ann Archer has this address.'))

    const row = await mend(page, 'Bob', `bob-${who}@guests.test`)
    await shoot('mending')
    await row.getByLabel('Email').press('Enter')
    await expect.poll(() => summary(page).textContent()).toBe('5 new · 1 twice in the list')
    await (await mend(page, 'Eve Evans', `eve-${who}@guests.test`)).getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => summary(page).textContent()).toBe('6 new')
    await shoot('list')
    await button(page, 'Send 6 invitations').click()
    await seen(page.getByText('6 invitations on the way'))
    expect((await stage.mailbox.next(`dan-${who}@guests.test`)).text).toContain('Bar; late')

    const names = ['Ann Archer', 'Ben Baker', 'Bob', 'Cleo Cole', 'Dan Dale', 'Eve Evans']
    const people = names.map((name) => ({ name, email: `${name.split(' ')[0]?.toLowerCase()}-${who}@guests.test` }))
    const hasPeople = async ({ name, bytes }: { name: string; bytes: Uint8Array }, expected: readonly (typeof people)[number][]) => {
      const read = await readPeopleList(bytes, { fileName: name })
      const found = read.people.map(({ name, email }) => ({ name, email })).toSorted((one, other) => one.name.localeCompare(other.name))
      expect([name, found, read.leftOut, read.problem]).toEqual([name, expected, [], undefined])
    }
    await answer(held, 'Ann Archer', ['Sound | Light', 'Bar; late'], { email: `ann-${who}@guests.test` })
    await organizer.open(`/group/${held.groupId}?tab=answers`)
    await seen(page.getByRole('row').filter({ hasText: 'Ann Archer' }))
    await shoot('answers')
    const files = []
    for (const item of both) files.push(await saved(organizer, 'Export', item))
    await organizer.open(`/event/${held.eventId}`)
    await page.getByRole('radio', { name: 'People' }).check({ force: true })
    await seen(button(page, 'Export per person'))
    await shoot('people')
    for (const item of both) {
      await hasPeople(await saved(organizer, 'Export per person', item), people.slice(0, 1))
      await hasPeople(await saved(organizer, 'Export per group', item), people)
    }

    for (const file of files) {
      await hasPeople(file, people)
      await organizer.open(`/group/${next.groupId}/invite`)
      await page.getByRole('tab', { name: 'Excel or CSV file' }).click()
      await chooseFile(page, file.name, file.bytes)
      await button(page, 'Add 6 people to the list').click()
      await expect.poll(() => summary(page).textContent()).toBe('6 new')
      for (const { name } of people) await seen(page.getByRole('list', { name: 'People to invite' }).getByText(name))
      await seen(page.getByText('Bar; late'))
      await button(page, 'Clear list').click()
    }

    await organizer.open('/org-setup')
    await page.getByLabel('Organization name').fill(newName('City Choir '))
    await button(page, 'Create organization').click()
    await toastSays(page, 'Organization created!')
    const csv = new TextDecoder().decode(files[1]?.bytes)
    await paste(page, 'Lines of name,email,mobile', `Zed Zola <zed@bad>; Archer, Ann <ann-${who}@guests.test>`)
    await button(page, 'Add lines to list').click()
    await page.getByLabel('Email 2').fill(`zed-${who}@guests.test`)
    await paste(page, 'Lines of name,email,mobile', csv)
    await shoot('org-pasted')
    await button(page, 'Add lines to list').click()
    await seen(page.getByText('Ann Archer has this address.'))
    await expect.poll(() => summary(page).textContent()).toBe('7 to invite')
    await shoot('org-list')
    await button(page, 'Add Members').click()
    await toastSays(page, '7 people invited. Each is a member once they accept.')
    await page.getByRole('link', { name: 'See all members' }).click()
    await seen(heading(page, 'Members').or(page.getByRole('tab', { name: 'Members' })))
    await seen(page.getByRole('list', { name: 'Members' }).getByText('Eve Evans'))
    await shoot('org-members')
  },
)
