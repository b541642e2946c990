// Long: two admins, a member and a stranger, each in a browser of their own.
// Roles given by others, side by side in browsers of their own: two admins, one with the permission, the one it is about, and a stranger.
import { expect, test } from 'vitest'
import { orgApi } from '#protocol/people/org.ts'
import { bar, button, createEvent, heading, openTab, thanks, unfoldEmail } from './acts.ts'
import { gone, openStage, type Person, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Host, newName, openSeed, typedStart } from './seed.ts'

const stage = openStage()
const { mailbox } = stage

const post = async (path: string, { token }: Host, body: object, method = 'POST'): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${stage.server.url}/api${path}`, {
    method,
    headers,
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** An organization on the Team plan: an owner, an admin, and members with and without an account. */
async function organization() {
  const seed = openSeed(stage)
  const [olivia, otto, gil] = [await seed.host(newName('olivia_')), await seed.host(newName('otto_')), await seed.host(newName('gilda_'))]
  await setPlan(stage.server, [olivia], 'team')
  const name = newName('Choir ')
  const { orgId } = orgApi.create.reply.parse(
    await post('/org', olivia, { organization: { name }, owner: { name: 'Olivia', email: olivia.email } }),
  )
  const [mia, ned] = [`${newName('mia')}@members.test`, `${newName('ned')}@members.test`]
  const people = [
    { name: 'Otto Admin', email: otto.email },
    { name: 'Gil Granted', email: gil.email },
    { name: 'Mia Member', email: mia },
    { name: 'Ned Member', email: ned },
  ]
  await post('/member', olivia, { members: people.map((user) => ({ user, organization: { orgId } })) })
  for (const one of [otto, gil]) await post(`/org/${orgId}/invitation`, one, { accept: true })
  const { members } = orgApi.members.reply.parse(await post(`/org/${orgId}/members`, olivia, {}, 'GET'))
  const admin = members.find(({ user }) => user.email === otto.email)
  await post(`/member/${admin?._id}/role`, olivia, { role: 'admin', orgId }, 'PATCH')
  return { olivia, otto, gil, mia, ned, name, orgId }
}

const card = ({ page }: Person, email: string) => page.getByRole('row').filter({ hasText: email })
async function findMember({ page }: Person, name: string, within = page.getByRole('main')) {
  await within.getByRole('combobox', { name: 'Member', exact: true }).fill(name.slice(0, 3))
  await page.getByRole('option', { name }).click()
}

test('R39 R40 R38 an organizer assigns, the other admin sees it live, the assigned person answers, and a permission ends at once', async () => {
  const { olivia, otto, gil, mia, ned, name } = await organization()
  const organizer = await stage.newPerson({ token: olivia.token })
  const { page } = organizer

  /** Whether the only organization is preselected, the start once it is chosen, then what else is preselected. */
  const found: unknown[] = []
  await organizer.open('/create')
  await createEvent(
    organizer,
    {
      name: 'Spring concert',
      start: typedStart(40),
      roles: [
        { name: 'Alto', seats: 2 },
        { name: 'Tenor', seats: 1 },
      ],
    },
    async (step) => {
      await organizer.shoot(`assign-create-${step}`)
      if (step === 'details') {
        found.push((await page.getByLabel('Organizing organization').locator('option:checked').textContent()) === name)
        await page.getByLabel('Organizing organization').selectOption({ label: 'No organization' })
        await page.getByLabel('Organizing organization').selectOption({ label: name })
        found.push(await page.getByLabel('Start').inputValue())
        await page.getByLabel('Start').fill(typedStart(40))
        await organizer.shoot('assign-create-organization')
      }
      if (step === 'assignment') {
        found.push(await page.getByRole('radio', { name: `Admins of ${name}` }).isChecked())
        await page.getByRole('combobox', { name: 'Member who may assign roles' }).fill('gil')
        await page.getByRole('option', { name: 'Gil Granted' }).click()
        await organizer.shoot('assign-create-grant')
      }
      if (step === 'attendees') found.push(await page.getByRole('radio', { name: 'Members Only' }).isChecked())
    },
  )
  await page.waitForURL('**/dashboard')
  expect(found).toEqual([true, '', true, true])
  await page.getByRole('link', { name: 'Spring concert' }).click()
  await seen(heading(page, 'Assign Role'))
  const path = new URL(page.url()).pathname

  const admin = await stage.newPerson({ token: otto.token })
  await admin.open(`${path}?tab=answers`)
  const board = await admin.openAnother(path)
  await seen(bar(board, 'Alto: 2 seats, no answers yet'))
  await seen(admin.page.getByText('Live', { exact: true }))

  await findMember(organizer, 'Mia Member')
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Alto · 2 seats left' })
  await button(page, 'Assign Role').click()
  await seen(card(admin, mia).getByText(/assigned, no answer yet/i))
  await seen(bar(board, 'Alto: 2 seats, 1 assigned, no answer yet'))
  await seen(page.getByText('Role assigned successfully!'))
  await organizer.shoot('assign-assigned')
  await admin.shoot('assign-admin')

  // The same again is warned of, and nothing is sent.
  await findMember(organizer, 'Mia Member')
  await button(page, 'Assign Role').click()
  await seen(page.getByText('Mia Member already has the role "Alto".'))

  const member = await stage.newPerson({ width: 390, height: 844 })
  await member.open(await mailbox.link(mia, /Alto/))
  // The link is personal: it proves the email by itself (R87).
  await seen(heading(member.page, 'You have a seat as Alto'))
  await button(member.page, 'I’m coming').click()
  await seen(thanks(member.page))
  await openTab(page, 'Answers')
  await Promise.all([organizer, admin].map((one) => seen(card(one, mia).getByText('Coming', { exact: true }))))

  const stranger = await stage.newPerson({ width: 390, height: 844 })
  stranger.expects(/403/)
  await stranger.open(new URL(member.page.url()).pathname + new URL(member.page.url()).search)
  const foreign = `${newName('stranger')}@else.test`
  await unfoldEmail(stranger.page)
  await stranger.page.getByLabel('Email').fill(foreign)
  await stranger.page.getByLabel('Name').fill('A Stranger')
  await button(stranger.page, 'Verify your email').click()
  await seen(stranger.page.getByLabel('Verification code'))
  await stranger.page.getByLabel('Verification code').fill(await mailbox.code(foreign))
  await seen(stranger.page.getByText('This event is for members only.'))
  expect(await stranger.page.getByLabel('Email').inputValue()).toBe(foreign)
  await stranger.shoot('assign-stranger')

  // The one with the permission moves the role, and sees nothing else to change.
  const grantee = await stage.newPerson({ token: gil.token, width: 390, height: 844 })
  await grantee.open(path)
  await seen(heading(grantee.page, 'Assign Role'))
  expect(await grantee.page.getByRole('heading', { name: /Share link|Settings|Who may assign/ }).count()).toBe(0)
  expect(await grantee.page.getByRole('button', { name: /Options|Delete|Add Role|Limit/ }).count()).toBe(0)
  await grantee.shoot('assign-grantee')
  await openTab(grantee.page, 'Answers')
  await button(grantee.page, 'Select roles of Mia Member').click()
  expect(await button(grantee.page, 'Reassign').isDisabled()).toBe(true)
  await button(grantee.page, 'Alto').click()
  await grantee.shoot('assign-select')
  await button(grantee.page, 'Reassign').click()
  const dialog = grantee.page.getByRole('dialog')
  await button(grantee.page, 'Reassign').last().click()
  await seen(dialog.getByText('Select a member and at least one role to reassign.'))
  await findMember(grantee, 'Ned Member', dialog)
  await grantee.shoot('assign-reassign')
  await button(grantee.page, 'Reassign').last().click()
  await seen(card(admin, ned).getByText(/assigned, no answer yet/i))
  await seen(grantee.page.getByText('“Alto” reassigned to Ned Member'))

  // Removed by the organizer, after a question.
  await button(page, 'Select roles of Ned Member').click()
  await button(page, 'Alto').click()
  await button(page, 'Remove').click()
  await seen(page.getByRole('dialog', { name: 'Confirm Role Removal' }))
  await organizer.shoot('assign-remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await seen(bar(board, 'Alto: 2 seats, no answers yet'))

  await openTab(page, 'Settings')
  await button(page, 'Revoke the permission of Gil Granted').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await gone(grantee.page.getByRole('tab', { name: 'Roles' }))
  await seen(grantee.page.getByText('Invited? Answer and take a seat.'))
  expect(await card(grantee, mia).count()).toBe(0)
})
