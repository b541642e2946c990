// Long: eleven ways of guests and organizers side by side.
// Who comes along, in a browser: a guest on a phone brings somebody, sees how many seats that takes, and gives one back; the organizer sees them all.
import { beforeAll, expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import {
  button,
  changeAnswer,
  coming,
  heading,
  openFilters,
  openTab,
  ownCard,
  proveEmail,
  role,
  sayYes,
  sendButton,
  thanks,
} from './acts.ts'
import { focused, openStage, type PersonOptions, screens, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Host, newName, openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { call, host, event, answer, prove: seedProof } = openSeed(stage)
const theirs = { assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true } }
let olivia: Host
beforeAll(async () => {
  olivia = await host()
  await setPlan(stage.server, [olivia], 'team')
})

const signed = () => ({ authorization: `Bearer ${olivia.token}` })
async function welcoming(maxCompanions: number, max: number) {
  const held = await event(
    olivia,
    [
      { name: 'Guest', max },
      { name: 'Host', max: 2 },
    ],
    { name: 'Garden party', location: 'Old mill', ...theirs },
  )
  await call(groupApi.settings, { id: held.groupId, maxCompanions }, signed())
  return held
}
const countOf = async (groupId: string) =>
  (await call(groupApi.read, { id: groupId }, signed())).body.roleCoverage.find(({ name }) => name === 'Guest')?.count

const questionsOf = async (id: string) => {
  const { group } = (await call(groupApi.read, { id }, signed())).body
  return 'questions' in group ? group.questions.map(({ _id }) => _id) : []
}

test('R170, R171 a guest on a phone brings two people, gives one seat back, and the organizer reads who comes', async () => {
  const held = await welcoming(3, 4)
  // A machine that is busy sends the page undrawn.
  const drawn = async () => (await fetch(stage.server.url + held.invitation)).text()
  await expect.poll(drawn).toContain('You can bring someone along')
  const maya = await stage.newPerson({ width: 390, height: 844 })
  const { page } = maya
  await maya.open(held.invitation)
  await coming(page, 'yes').check()
  await button(page, 'Bring someone along (+1)').click()
  await focused(page.getByRole('textbox', { name: /^Companion 1/ }))
  await page.keyboard.type('Mia Muster')
  await button(page, 'One more (+1)').click()
  await role(page, 'Guest').check()
  await seen(page.getByText('I’m coming as Guest, with 2 more'))
  await maya.shoot('companions-form-390-light')
  // What was typed is there again after a reload.
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: /^Companion 1/ }).inputValue()).toBe('Mia Muster')
  const email = `${newName('maya')}@guests.test`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Maya')
  await button(page, 'Verify your email').click()
  await seen(page.getByLabel('Verification code'))
  await page.getByLabel('Verification code').fill(await stage.mailbox.code(email))
  await seen(thanks(page))
  await seen(ownCard(page, 'coming').getByText('You’re coming as Guest, with 2 companions'))
  await maya.shoot('companions-card-390-light')
  expect(await countOf(held.groupId)).toBe(3)

  await changeAnswer(maya)
  await button(page, 'Remove companion 2').click()
  await sendButton(page).click()
  await seen(ownCard(page, 'coming').getByText('with 1 companion'))
  expect(await countOf(held.groupId)).toBe(2)
})

test('R171, R172 who needs more seats than there are is told how many are left, and waits with how few they would come', async () => {
  const held = await welcoming(3, 2)
  await answer(held, newName('Ann'), ['Guest'])
  const maya = await stage.newPerson({ width: 390, height: 844 })
  const { page } = maya
  await maya.open(held.invitation)
  await coming(page, 'yes').check()
  await button(page, 'Bring someone along (+1)').click()
  await seen(page.getByText('Role "Guest" has 1 seat left, and you need 2.'))
  await button(page, 'Join the waitlist').first().click()
  await page.getByLabel('Take seats from the waitlist').selectOption('Even alone')
  await maya.shoot('companions-waiting-390-light')
  expect(await violationsOf(page)).toEqual([])
})

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)('R175 a companion takes their seat over by an emailed link, and both cards say so (%s, %i px)', async (colorScheme, width) => {
  const at = `${width}-${colorScheme}`
  const held = await welcoming(3, 2)
  const maya = await stage.newPerson({ width, height: 844, colorScheme })
  await maya.open(held.invitation)
  await proveEmail(stage, maya, `${newName('maya')}@guests.test`, 'Maya')
  await coming(maya.page, 'yes').check()
  await button(maya.page, 'Bring someone along (+1)').click()
  await maya.page.getByRole('textbox', { name: /^Companion 1/ }).fill('Mia')
  await sayYes(maya, 'Guest')
  await button(maya.page, 'More').click()
  await maya.shoot(`companions-menu-${at}`)
  await maya.page.getByRole('menuitem', { name: 'Let Mia answer for themselves' }).click()
  await seen(heading(maya.page, 'A link for Mia'))
  await button(maya.page, 'Send the link').click()
  await seen(maya.page.getByText('Please enter a valid email'))
  const email = `${newName('mia')}@guests.test`
  await maya.page.getByLabel('Their email').fill(email)
  await maya.shoot(`companions-link-${at}`)
  await button(maya.page, 'Send the link').click()
  await seen(maya.page.getByText(`We emailed ${email} a link for Mia.`, { exact: false }))
  await maya.shoot(`companions-linked-${at}`)

  const mia = await stage.newPerson({ width, height: 844, colorScheme })
  const link = await stage.mailbox.link(email, /Your seat at/)
  await mia.open(link)
  await seen(mia.page.getByText('Maya keeps a seat for you.', { exact: false }))
  expect(mia.page.url()).not.toContain('token')
  expect(await mia.page.getByLabel('Your name').inputValue()).toBe('Mia')
  await mia.shoot(`companions-claim-${at}`)
  expect(await violationsOf(mia.page)).toEqual([])
  await button(mia.page, 'Accept the seat').click()
  await seen(ownCard(mia.page, 'coming'))
  await mia.shoot(`companions-claimed-${at}`)
  await seen(ownCard(maya.page, 'coming').getByText('You’re coming as Guest', { exact: true }))
  expect(await countOf(held.groupId)).toBe(2)
  const late = await stage.newPerson({ width, height: 844, colorScheme })
  late.expects(/status of 410/)
  await late.open(link)
  await seen(late.page.getByText(/This link is no longer valid/))
})

test.each(screens)('R170, R174 the organizer’s pages at %i px, %s', async (width, colorScheme) => {
  const held = await welcoming(3, 6)
  const name = newName('Ann')
  const email = `${name.toLowerCase()}@guests.test`
  const cookie = await answer(held, name, ['Guest'], { email })
  const { groupId, eventId } = held
  const companions = [{ name: 'Mia Muster' }, { name: '', roles: ['Host'] }]
  await call(rsvpApi.submit, { groupId, eventId, name, email, attending: true, roles: ['Guest'], companions }, fromOwnPage(cookie))
  const options: PersonOptions = { width, height: 900, colorScheme, token: olivia.token }
  const she = await stage.newPerson(options)
  await she.open(`/event/${eventId}?tab=answers`)
  await seen(she.page.getByText(`+2: Mia Muster, Guest of ${name} (2) (Host)`))
  await seen(she.page.getByText('People coming'))
  await she.shoot(`companions-answers-${width}-${colorScheme}`)
  await openTab(she.page, 'Settings')
  await seen(she.page.getByLabel('Companions'))
  await she.page.getByLabel('Companions').selectOption('Up to 2 people')
  await seen(she.page.getByText('Saved'))
  await she.page.getByLabel('Companions').scrollIntoViewIfNeeded()
  await she.shoot(`companions-settings-${width}-${colorScheme}`)
})

test.each(screens)('R160, R171, R172 a form with questions, and the line of parties, at %i px, %s', async (width, colorScheme) => {
  const held = await welcoming(3, 4)
  const { groupId, eventId } = held
  const diet = { label: 'What do you eat?', kind: 'choice' as const, required: true, options: ['Everything', 'Vegetarian', 'Vegan'] }
  const questions = [
    { ...diet, options: diet.options.map((label) => ({ _id: label, label })) },
    { label: 'Do you all need the bus?', kind: 'yesNo' as const, help: 'It leaves at six.' },
    { label: 'What should we know?', kind: 'text' as const },
  ]
  await call(groupApi.update, { id: groupId, questions }, signed())
  const answers = [{ questionId: (await questionsOf(groupId))[0] ?? '', value: 'Vegan' }]
  const party = async (name: string, people: number, more: object) => {
    const email = `${name.toLowerCase()}@guests.test`
    const given = { roles: [], companions: Array.from({ length: people - 1 }, () => ({ name: '' })), answers, ...more }
    const proof = await seedProof(held, email)
    await call(rsvpApi.submit, { groupId, eventId, name, email, attending: true, ...given }, fromOwnPage(proof))
    return proof
  }
  const [ann, ben, cat] = [newName('Ann'), newName('Ben'), newName('Cat')]
  await party(ann, 2, { roles: ['Guest'] })
  const waits = { waitFor: ['Guest'] }
  await party(ben, 3, waits)
  await party(cat, 4, { ...waits, atLeast: 3 })
  const guest = await stage.newPerson({ width, height: 900, colorScheme, bypassCSP: true })
  const fits = async ({ page }: typeof guest) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await guest.open(held.invitation)
  await coming(guest.page, 'yes').check()
  await button(guest.page, 'Bring someone along (+1)').click()
  await button(guest.page, 'One more (+1)').click()
  await guest.page.getByRole('textbox', { name: /^Companion 1/ }).fill('Mia Muster')
  await seen(guest.page.getByText('2 answers are waiting.'))
  await button(guest.page, 'Join the waitlist').first().click()
  await guest.page.getByRole('radio', { name: 'Vegan' }).check()
  await fits(guest)
  expect(await violationsOf(guest.page)).toEqual([])
  await guest.page.emulateMedia({ colorScheme })
  await guest.shoot(`party-form-${width}-${colorScheme}`)
  const she = await stage.newPerson({ width, height: 900, colorScheme, token: olivia.token })
  await she.open(`/event/${eventId}?tab=waiting`)
  await seen(she.page.getByText('3 people, only together'))
  await seen(she.page.getByText('4 people, at least 3'))
  await fits(she)
  await she.shoot(`party-line-${width}-${colorScheme}`)
  await openTab(she.page, 'Answers')
  await openFilters(she.page)
  await she.page.getByRole('radio', { name: 'Answers to questions' }).check()
  await fits(she)
  await she.shoot(`party-answers-${width}-${colorScheme}`)
  await she.open('/dashboard')
  await seen(she.page.getByText(/people coming/).first())
  await she.shoot(`party-dashboard-${width}-${colorScheme}`)
})

test('R160 a form with the largest questions there may be is shown, and taken', async () => {
  const held = await welcoming(0, 4)
  const options = Array.from({ length: 50 }, (_, nth) => ({ label: `${'🍏'.repeat(78)}${String(nth).padStart(2, '0')}` }))
  const questions = Array.from({ length: 20 }, (_, nth) => ({ label: `${'🍐'.repeat(118)}${nth}`, kind: 'choice' as const, options }))
  await call(groupApi.update, { id: held.groupId, questions }, signed())
  const html = await (await fetch(stage.server.url + held.invitation)).text()
  expect(html).toContain('🍐🍐🍐')
  const guest = await stage.newPerson({ width: 390, height: 844 })
  const { page } = guest
  await guest.open(held.invitation)
  await coming(page, 'yes').check()
  await expect.poll(() => page.getByRole('combobox').count()).toBeGreaterThanOrEqual(20)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await guest.shoot('questions-largest-390-light')
})
