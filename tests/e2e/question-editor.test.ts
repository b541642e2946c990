// Long: two organizers at one board, on three screens, by mouse and by keyboard.
// Questions as organizers meet them (R160 to R168): one adds, orders and takes out, another follows and edits the same; guests answer, and counts move.
import { text as readText } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { groupApi } from '#protocol/seats/group.ts'
import type { QuestionAnswer } from '#protocol/seats/questions/question.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { button, coming, openFilters } from './acts.ts'
import { focused, gone, openStage, type Person, screens, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Held, type Host, openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const seed = openSeed(stage)
let [olivia, mia]: Host[] = []
let orgId = ''
const known = (one: Host | undefined) => one ?? expect.fail('nobody is here yet')
const as = (one: Host | undefined) => ({ authorization: `Bearer ${known(one).token}` })

beforeAll(async () => {
  ;[olivia, mia] = [await seed.host('olivia', 'olivia_oak'), await seed.host('mia', 'mia_moss')]
  await setPlan(stage.server, [olivia], 'team')
  orgId = (await seed.call(orgApi.create, { organization: { name: 'Choir' }, owner: { email: olivia.email } }, as(olivia))).body.orgId
  const member = { member: { role: 'admin' as const }, user: { name: '', email: mia.email }, organization: { orgId } }
  await seed.call(orgApi.addMembers, { members: [member] }, as(olivia))
  await seed.call(memberApi.answer, { id: orgId, accept: true }, as(mia))
})

const roles = [
  { name: 'Speaker', max: 3 },
  { name: 'Guest', max: 20 },
]
const newEvent = () => seed.event(known(olivia), roles, { name: 'Summer camp', ownerOrgId: orgId })
const settingsOf = ({ groupId }: Held) => `/group/${groupId}?tab=settings`
const listed = ({ page }: Person) => page.getByRole('list', { name: 'Questions', exact: true }).getByRole('listitem')
const labels = async (person: Person) => (await listed(person).locator('p:first-child').allTextContents()).map((text) => text.trim())
const shows = (person: Person, wanted: readonly string[]) => expect.poll(() => labels(person)).toEqual(wanted)
const formOf = ({ page }: Person, name: string | RegExp) => page.getByRole('form', { name })

async function add(person: Person, label: string, kind: string, options: readonly string[] = []) {
  const { page } = person
  await button(page, 'Add Question').click()
  const form = formOf(person, 'New question')
  await form.getByRole('textbox', { name: 'Question', exact: true }).fill(label)
  await form.getByLabel('Kind of answer').selectOption({ label: kind })
  for (const [nth, option] of options.entries()) {
    await form.getByLabel(`Option ${nth + 1}`, { exact: true }).fill(option)
    if (nth > 0 && nth < options.length - 1) await page.keyboard.press('Enter')
  }
  return form
}
const save = async (person: Person) => {
  await button(person.page, 'Save question').click()
  await gone(person.page.getByRole('form'))
}

const questionsIn = async ({ groupId }: Held) => {
  const { group } = (await seed.call(groupApi.read, { id: groupId }, as(olivia))).body
  return 'questions' in group ? group.questions : []
}
async function reply(held: Held, name: string, answers: readonly QuestionAnswer[]) {
  const email = `${name.toLowerCase()}@guests.test`
  const proof = await seed.prove(held, email)
  const { groupId, eventId } = held
  await seed.call(rsvpApi.submit, { groupId, eventId, name, email, attending: true, roles: [], answers: [...answers] }, fromOwnPage(proof))
}

test('R160 R163 R165 one organizer adds, orders and takes out, another follows; a guest answers and the counts move', async () => {
  const held = await newEvent()
  const [desk, other] = [await stage.newPerson({ token: known(olivia).token }), await stage.newPerson({ token: known(mia).token })]
  await Promise.all([desk.open(settingsOf(held)), other.open(settingsOf(held))])
  await add(desk, 'What do you eat?', 'One choice', ['Meat', 'Vegetarian', '=SUM(1)'])
  await seen(other.page.getByText('olivia_oak edits the questions'))
  // R168: what needs seats is a role, made on the spot; the question goes on as it was.
  await button(desk.page, 'Limit the seats of option 2').click()
  await desk.page.getByRole('menuitem', { name: 'Make it a role', exact: true }).click()
  await toastSays(desk.page, '“Vegetarian” is a role with 1 seat now. Its limit is set under Roles.')
  await save(desk)
  await shows(other, ['What do you eat?'])
  await add(desk, 'Age', 'Number')
  await save(desk)
  await shows(other, ['What do you eat?', 'Age'])
  const up = button(desk.page, 'Move “Age” up')
  await up.focus()
  await desk.page.keyboard.press('Enter')
  await shows(other, ['Age', 'What do you eat?'])
  await focused(up)
  await toastSays(desk.page, '“Age” moved up')
  await desk.page.keyboard.press('Control+z')
  await shows(other, ['What do you eat?', 'Age'])

  const { group } = (await seed.call(groupApi.read, { id: held.groupId }, as(olivia))).body
  expect(group.roles.map(({ name }) => name)).toEqual(['Speaker', 'Guest', 'Vegetarian'])

  const [diet, age] = await questionsIn(held)
  await other.page.getByRole('tab', { name: /^Answers/ }).click()
  await reply(held, 'Ann', [
    { questionId: diet?._id ?? '', value: diet?.options[1]?._id ?? '' },
    { questionId: age?._id ?? '', value: 30 },
  ])
  await other.page.getByRole('radio', { name: 'Answers to questions' }).check()
  await seen(button(other.page, 'Vegetarian 1'))
  await reply(held, 'Ben', [
    { questionId: diet?._id ?? '', value: diet?.options[2]?._id ?? '' },
    { questionId: age?._id ?? '', value: 20 },
  ])
  await seen(button(other.page, '=SUM(1) 1'))
  await seen(other.page.getByText('Sum 50, average 25, of 2'))
  // R165: the head of the column orders by the answers.
  const inOrder = (...names: RegExp[]) =>
    expect
      .poll(async () => (await other.page.getByRole('rowheader').allTextContents()).map((said, nth) => names[nth]?.test(said)))
      .toEqual(names.map(() => true))
  await button(other.page, 'Age').click()
  await inOrder(/Ben/, /Ann/)
  await button(other.page, 'Age').click()
  await inOrder(/Ann/, /Ben/)
  await button(other.page, 'Vegetarian 1').click()
  await gone(other.page.getByRole('row', { name: /Ben/ }))
  await seen(other.page.getByRole('row', { name: /Ann.*Vegetarian.*30/ }))

  await button(desk.page, 'Take out “What do you eat?”').click()
  await seen(desk.page.getByText(/^2 people have answered it\./))
  await button(desk.page, 'Stop asking').click()
  await shows(desk, ['Age'])
  await seen(other.page.getByRole('columnheader', { name: 'What do you eat? (no longer asked)' }).or(button(other.page, 'Vegetarian 1')))

  const download = other.page.waitForEvent('download')
  await button(other.page, 'Export').click()
  await other.page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const csv = await readText(await (await download).createReadStream())
  expect(csv.split('\r\n')[0]).toMatch(/,Age,What do you eat\? \(no longer asked\)$/)
  expect(csv).toMatch(/,20,"?'=SUM\(1\)"?/)
})

test('R167 two edit one question at once: what only one changed is taken over, what both changed is asked, and nothing typed is lost', async () => {
  const held = await newEvent()
  const [desk, other] = [await stage.newPerson({ token: known(olivia).token }), await stage.newPerson({ token: known(mia).token })]
  other.expects(/409/)
  await Promise.all([desk.open(settingsOf(held)), other.open(settingsOf(held))])
  await add(desk, 'Diet', 'One choice', ['Meat', 'Vegetarian'])
  await save(desk)
  await shows(other, ['Diet'])
  await button(other.page, 'Edit “Diet”').click()
  await formOf(other, 'Edit “Diet”').getByRole('textbox', { name: 'Question', exact: true }).fill('Your diet')
  // Another tab of the board, and a reload: what was typed is there again.
  await other.page.getByRole('tab', { name: 'Roles' }).click()
  await other.page.getByRole('tab', { name: 'Settings' }).click()
  await seen(formOf(other, 'Edit “Diet”'))
  await other.page.reload()
  await seen(formOf(other, 'Edit “Diet”'))
  expect(await formOf(other, 'Edit “Diet”').getByRole('textbox', { name: 'Question', exact: true }).inputValue()).toBe('Your diet')

  await button(desk.page, 'Edit “Diet”').click()
  await formOf(desk, 'Edit “Diet”').getByRole('textbox', { name: 'Question', exact: true }).fill('Food')
  await formOf(desk, 'Edit “Diet”').getByLabel('An answer is required').check()
  await save(desk)
  await seen(other.page.getByText('Someone else changed the questions in the meantime.'))
  await button(other.page, 'Save question').click()
  await seen(other.page.getByText('This has changed since you opened it'))
  await other.page.getByRole('radio', { name: /^Yours/ }).check()
  await button(other.page, 'Save my choices').click()
  await shows(desk, ['Your diet'])
  expect(await questionsIn(held)).toMatchObject([{ label: 'Your diet', required: true }])
})

test('R167 two organizers edit one question while a guest answers it: nothing typed is lost on any of the three sides', async () => {
  const held = await newEvent()
  const [desk, other] = [await stage.newPerson({ token: known(olivia).token }), await stage.newPerson({ token: known(mia).token })]
  other.expects(/409/)
  await Promise.all([desk.open(settingsOf(held)), other.open(settingsOf(held))])
  await add(desk, 'Diet', 'One choice', ['Meat', 'Vegetarian'])
  await save(desk)
  await add(desk, 'What should we know?', 'Long text')
  await save(desk)
  await shows(other, ['Diet', 'What should we know?'])
  const [diet, why] = await questionsIn(held)
  // Somebody has answered both, so that they are retired and not gone.
  await reply(held, 'Ann', [
    { questionId: diet?._id ?? '', value: diet?.options[0]?._id ?? '' },
    { questionId: why?._id ?? '', value: 'Nothing' },
  ])

  const guest = await stage.newPerson({ width: 390, height: 844 })
  await guest.open(held.invitation)
  await guest.page.waitForFunction(() => performance.getEntriesByName('answerable').length > 0)
  await coming(guest.page, 'yes').check()
  await guest.page.getByRole('radio', { name: 'Vegetarian' }).check()
  const box = guest.page.getByLabel('What should we know?')
  await box.focus()
  await guest.page.keyboard.type('I sing')

  // Both edit the same question, and each is told of the other.
  const formOfBoth = ({ page }: Person) => page.getByRole('form', { name: 'Edit “Diet”' })
  await button(other.page, 'Edit “Diet”').click()
  await formOfBoth(other).getByRole('textbox', { name: 'Question', exact: true }).fill('Your diet')
  await formOfBoth(other).getByRole('textbox', { name: 'Explanation' }).fill('We cook for you')
  await button(other.page, 'Add option').click()
  await formOfBoth(other).getByRole('textbox', { name: 'Option 3' }).fill('Vegan')
  await button(desk.page, 'Edit “Diet”').click()
  await Promise.all([
    seen(desk.page.getByText('mia_moss edits the questions')),
    seen(other.page.getByText('olivia_oak edits the questions')),
  ])
  await formOfBoth(desk).getByRole('textbox', { name: 'Question', exact: true }).fill('Food')
  await formOfBoth(desk).getByRole('textbox', { name: 'Option 2' }).fill('No meat')
  await save(desk)

  // The guest reads the new words at once; the choice stands, and the typing goes on where it was.
  await seen(guest.page.getByText('Food'))
  expect(await guest.page.getByRole('radio', { name: 'No meat' }).isChecked()).toBe(true)
  await focused(box)
  await guest.page.keyboard.type(' in the morning')
  expect(await box.inputValue()).toBe('I sing in the morning')

  await seen(other.page.getByText('Someone else changed the questions in the meantime.'))
  await button(other.page, 'Save question').click()
  await seen(other.page.getByText('This has changed since you opened it'))
  await button(other.page, 'Back to the form').click()
  const kept = ['Question', 'Explanation', 'Option 3'].map((name) => formOfBoth(other).getByRole('textbox', { name }).inputValue())
  expect(await Promise.all(kept)).toEqual(['Your diet', 'We cook for you', 'Vegan'])
  await button(other.page, 'Save question').click()
  await seen(other.page.getByText('This has changed since you opened it'))
  const choices = other.page.getByRole('dialog').getByRole('group')
  for (const nth of (await choices.all()).keys())
    await choices
      .nth(nth)
      .getByRole('radio', { name: /^Yours/ })
      .check()
  await other.shoot('questions-conflict')
  await button(other.page, 'Save my choices').click()
  await shows(desk, ['Your diet', 'What should we know?'])
  await seen(guest.page.getByText('We cook for you'))
  await seen(guest.page.getByRole('radio', { name: 'Vegan' }))

  // Retired under the guest's hands: what was written is still there to read, and nothing keeps the rest from being sent.
  await button(desk.page, 'Take out “What should we know?”').click()
  await button(desk.page, 'Stop asking').click()
  await gone(box)
  await seen(guest.page.getByText('“What should we know?” is no longer asked.'))
  await seen(guest.page.getByText('You wrote: I sing in the morning'))
  await guest.shoot('questions-no-longer-asked-390')
  await desk.page.getByText('No longer asked (1)').click()
  await button(desk.page, 'Ask again: “What should we know?”').click()
  await seen(box)
  expect(await box.inputValue()).toBe('I sing in the morning')
  expect(await questionsIn(held)).toMatchObject([
    { label: 'Your diet', help: 'We cook for you', options: [{ label: 'Meat' }, {}, { label: 'Vegan' }] },
    { label: 'What should we know?' },
  ])
})

test.each(screens)('R160 the editor and the answers at %i px, %s: nothing is wrong with them', async (width, colorScheme) => {
  const held = await newEvent()
  const person = await stage.newPerson({ token: known(olivia).token, width, height: 900, colorScheme, bypassCSP: true })
  const { page, open, shoot } = person
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await open(settingsOf(held))
  await seen(button(page, 'Add Question'))
  await shoot(`questions-empty-${width}-${colorScheme}`)
  await button(page, 'Diet').click()
  await save(person)
  await add(person, 'Which kinds of nuts can’t you eat?', 'Several choices', ['Peanuts', 'Hazelnuts', 'Walnuts'])
  await page.getByLabel('When it is asked').selectOption({ index: 1 })
  await button(page, 'Save question').click()
  await seen(page.getByText('Please choose at least one answer'))
  await page.getByRole('checkbox', { name: 'Vegan' }).check()
  await fits()
  await shoot(`questions-form-${width}-${colorScheme}`)
  expect(await violationsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme })
  await save(person)
  for (const [label, kind] of [
    ['How old are you?', 'Number'],
    ['Phone', 'Short text'],
    ['Anything else that we should know before you come?', 'Long text'],
  ] as const) {
    await add(person, label, kind)
    await save(person)
  }
  await seen(page.getByText('5 of 20 questions.'))
  await fits()
  await shoot(`questions-list-${width}-${colorScheme}`)
  expect(await violationsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme })

  const [diet, nuts, age, phone, else_] = await questionsIn(held)
  await seed.answer(held, 'Zoe', null)
  await reply(held, 'Ann', [
    { questionId: diet?._id ?? '', value: diet?.options[2]?._id ?? '' },
    { questionId: nuts?._id ?? '', value: nuts?.options.map(({ _id }) => _id) ?? [] },
    { questionId: age?._id ?? '', value: 30 },
    { questionId: phone?._id ?? '', value: '+49 170 1234567' },
    {
      questionId: else_?._id ?? '',
      value: 'I come by train at six, and would need somebody to pick me up from the station, please.\nThank you!',
    },
  ])
  const { body } = await seed.call(groupApi.read, { id: held.groupId }, as(olivia))
  const asked = 'questions' in body.group ? body.group.questions : []
  const input = asked.map(({ isRetired: _, options, ...one }) => ({ ...one, options: options.map(({ _id, label }) => ({ _id, label })) }))
  const hat = { label: 'Hat size', kind: 'line' as const, required: true }
  await seed.call(groupApi.update, { id: held.groupId, questions: [...input.slice(0, 4), hat, ...input.slice(4)] }, as(olivia))
  await open(`/group/${held.groupId}?tab=answers`)
  await seen(page.getByText('1 open question').filter({ visible: true }))
  await shoot(`questions-people-${width}-${colorScheme}`)
  await openFilters(page)
  await page.getByRole('radio', { name: 'Answers to questions' }).check()
  await seen(page.getByText('Sum 30, average 30, of 1'))
  await fits()
  await shoot(`questions-answers-${width}-${colorScheme}`)
  expect(await violationsOf(page)).toEqual([])
  await open(`/group/${held.groupId}/messages`)
  await page.getByLabel('Who hasn’t answered a question').selectOption({ label: 'Has not answered “Hat size”' })
  await seen(page.getByText('Reaches 1 person.'))
  await shoot(`questions-message-${width}-${colorScheme}`)
})
