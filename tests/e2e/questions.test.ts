// Long: nine ways through the form, in browsers of their own.
// Questions as a guest meets them in a browser: a first visit on a phone, what organizers change meanwhile, what is still open, and what they weigh.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import type { QuestionInput } from '#protocol/seats/questions/question.ts'
import { attend, button, changeAnswer, coming, hydrated, ownCard, role, thanks } from './acts.ts'
import { firstSight } from './first-sight.ts'
import { focused, gone, openStage, type Person, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Held, type Host, newName, openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'
import { inKb, shiftLimit, weigh } from './weight.ts'

const stage = openStage()
const { call, host, event, answer } = openSeed(stage)
const phone = { width: 390, height: 844 }
const theirs = { assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true } }
let olivia: Host
beforeAll(async () => {
  olivia = await host()
  await setPlan(stage.server, [olivia], 'team')
})

const asks = (part: Partial<QuestionInput> & Pick<QuestionInput, '_id' | 'kind' | 'label'>): QuestionInput => ({
  help: '',
  options: [],
  required: false,
  of: 'yes',
  audience: 'organizers',
  isSensitive: false,
  ...part,
})
const options = (...labels: string[]) => labels.map((label) => ({ _id: label.toLowerCase().replaceAll(' ', '-'), label }))
const diet = asks({
  _id: 'diet',
  kind: 'choice',
  label: 'What do you eat?',
  required: true,
  options: options('Everything', 'Vegetarian', 'Vegan'),
})
const allergies = asks({
  _id: 'allergies',
  kind: 'line',
  label: 'Any allergies?',
  isSensitive: true,
  showIf: { questionId: 'diet', optionIds: ['vegetarian', 'vegan'] },
})
const bags = asks({ _id: 'bags', kind: 'number', label: 'How many bags do you bring?', min: 0, max: 5, help: 'The bus has little room.' })
const why = asks({ _id: 'why', kind: 'text', label: 'What should we know?', of: 'everyone' })
const every: QuestionInput[] = [
  diet,
  allergies,
  asks({ _id: 'bus', kind: 'yesNo', label: 'Do you need the bus?', required: true }),
  asks({
    _id: 'days',
    kind: 'choices',
    label: 'Which days do you come?',
    options: options('Friday evening', 'Saturday', 'Sunday until noon'),
  }),
  asks({ _id: 'shirt', kind: 'choice', label: 'Which size of shirt?', options: options('XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', 'None') }),
  bags,
  asks({ _id: 'arrival', kind: 'date', label: 'When do you arrive?' }),
  why,
]

const edit = ({ groupId }: Held, questions: QuestionInput[]) =>
  call(groupApi.update, { id: groupId, questions }, { authorization: `Bearer ${olivia.token}` })

async function invited(questions: QuestionInput[]) {
  const held = await event(olivia, [{ name: 'Speaker', max: 3 }], { name: 'Autumn school', location: 'Old mill', ...theirs })
  await edit(held, questions)
  return held
}
async function visit(held: Held, more = {}): Promise<Person> {
  const person = await stage.newPerson({ ...phone, ...more })
  await person.open(held.invitation)
  await hydrated(person.page)
  return person
}
const at = (page: Page, id: string) => page.locator(`#question-${id}`)
const who = () => {
  const name = newName('Maya')
  return { name, email: `${name.toLowerCase()}@guests.test` }
}
/** Email, name and code; the code sends what was filled in. */
async function proveAndSend({ page }: Person, { email, name }: ReturnType<typeof who>, says: string | RegExp) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill(name)
  await button(page, 'Verify your email').click()
  await seen(page.getByLabel('Verification code'))
  await seen(button(page, says))
  await page.getByLabel('Verification code').fill(await stage.mailbox.code(email))
}
const answersOf = async ({ groupId }: Held) =>
  (await call(groupApi.read, { id: groupId }, { authorization: `Bearer ${olivia.token}` })).body.rsvps?.map((one) => one.answers)

test('R161, R162 a first visit on a phone: what is asked follows what is chosen, and the code sends it all', async () => {
  const held = await invited([diet, allergies, bags, why])
  const maya = await visit(held)
  const { page } = maya
  await coming(page, 'yes').click()
  await role(page, 'Speaker').click()
  // The questions stand before the email, so that is where one is led.
  await focused(at(page, 'diet').getByRole('radio').first())
  await seen(button(page, 'Answer 1 question'))
  await gone(at(page, 'allergies'))
  await page.getByRole('radio', { name: 'Vegan' }).click()
  await page.getByLabel('Any allergies?').fill('Nuts')
  await seen(page.getByText('Never in emails, and deleted 7 days after the event.'))
  await page.getByLabel('How many bags do you bring?').fill('9')
  await proveAndSend(maya, who(), 'Confirm and send')
  // One answer is wrong: nothing is sent, and it stands at its question.
  await seen(at(page, 'bags').getByText('Please enter a number from 0 to 5'))
  await focused(page.getByLabel('How many bags do you bring?'))
  await maya.shoot('questions-wrong-390-light')
  expect(await answersOf(held)).not.toContainEqual(expect.arrayContaining([expect.objectContaining({ questionId: 'diet' })]))
  await page.getByLabel('How many bags do you bring?').fill('2')
  await button(page, 'Send').click()
  await seen(thanks(page))
  await expect
    .poll(() => answersOf(held))
    .toContainEqual([
      { questionId: 'diet', value: 'vegan' },
      { questionId: 'allergies', value: 'Nuts' },
      { questionId: 'bags', value: 2 },
    ])

  // Changing it finds all of that again, also after a reload.
  await page.reload()
  await hydrated(page)
  await changeAnswer(maya)
  await expect.poll(() => page.getByLabel('Any allergies?').inputValue()).toBe('Nuts')
  await page.getByRole('radio', { name: 'Everything' }).click()
  await gone(at(page, 'allergies'))
  await page.getByLabel('What should we know?').fill('I come\nlate')
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.getByLabel('What should we know?').inputValue()).toBe('I come\nlate')
  await button(page, 'Send').click()
  await seen(ownCard(page, 'coming'))
  await expect
    .poll(() => answersOf(held))
    .toContainEqual([
      { questionId: 'diet', value: 'everything' },
      { questionId: 'bags', value: 2 },
      { questionId: 'why', value: 'I come\nlate' },
    ])
  await page.getByText('Your data').click()
  await seen(page.getByText('What do you eat?'))
  await maya.shoot('questions-own-data-390-light')
})

/** The path of the link that somebody who is invited by email gets. */
async function invitedByEmail({ groupId }: Held): Promise<string> {
  const { name, email } = who()
  await call(
    invitationApi.send,
    { id: groupId, people: [{ name, email }] },
    { authorization: `Bearer ${olivia.token}`, 'idempotency-key': name },
  )
  const { pathname, search } = new URL(await stage.mailbox.link(email))
  return pathname + search
}

test.each([
  ['whoever has the link', async ({ invitation }: Held) => invitation],
  ['somebody invited by email', invitedByEmail],
])(
  'R161, R81 the questions are in the page that the server draws for %s, and what is typed before the script comes stays',
  async (_, linkOf) => {
    const held = await invited([diet, allergies, why])
    const link = await linkOf(held)
    const html = await (await fetch(stage.server.url + link)).text()
    for (const words of ['A few questions', 'What do you eat?', 'Vegetarian']) expect(html).toContain(words)
    const maya = await stage.newPerson(phone)
    const { page } = maya
    let release = () => {}
    const isReleased = new Promise<void>((done) => {
      release = done
    })
    await page.route(/\/assets\/(?!early).*\.js$/, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(link, { waitUntil: 'commit' })
    await page.getByLabel('What should we know?').fill('Early bird')
    await page.getByRole('radio', { name: 'Vegan' }).check()
    release()
    await hydrated(page)
    await seen(at(page, 'allergies'))
    expect(await page.getByLabel('What should we know?').inputValue()).toBe('Early bird')
    expect(await page.getByRole('radio', { name: 'Vegan' }).isChecked()).toBe(true)
  },
)

test('R160, R162 an organizer rewords, adds and retires questions while somebody types, and nothing typed is lost', async () => {
  const held = await invited([diet, why])
  await answer(held, newName('Ann'), null)
  const maya = await visit(held)
  const { page } = maya
  await coming(page, 'yes').check()
  await page.getByRole('radio', { name: 'Vegan' }).check()
  const box = at(page, 'why').getByRole('textbox')
  await box.focus()
  await page.keyboard.type('I sing')
  await edit(held, [{ ...diet, label: 'Food?' }, bags, { ...why, label: 'Anything else?' }])
  await seen(page.getByText('Food?'))
  await seen(at(page, 'bags'))
  await focused(box)
  await page.keyboard.type(' in the morning')
  expect(await box.inputValue()).toBe('I sing in the morning')
  expect(await page.getByRole('radio', { name: 'Vegan' }).isChecked()).toBe(true)
  await edit(held, [{ ...diet, label: 'Food?' }, bags])
  await gone(at(page, 'why'))
  await edit(held, [{ ...diet, label: 'Food?' }, bags, { ...why, label: 'Anything else?' }])
  await seen(at(page, 'why'))
  expect(await at(page, 'why').getByRole('textbox').inputValue()).toBe('I sing in the morning')
})

test('R164 a question that is required later is open on the card, live, and its button and the emailed link lead to it', async () => {
  const held = await invited([why])
  const maya = await visit(held)
  const { page } = maya
  const her = who()
  await attend(maya, 'Yes')
  await role(page, 'Speaker').check()
  await proveAndSend(maya, her, 'Confirm and send')
  await toastSays(page, 'RSVP submitted successfully!')
  await seen(ownCard(page, 'coming'))
  await edit(held, [why, diet])
  await seen(page.getByText('1 question is still open.'))
  await maya.shoot('questions-open-card-390-light')
  await button(page, 'Answer 1 question').click()
  await focused(at(page, 'diet').getByRole('radio').first())
  await button(page, 'Keep it as it is').click()
  await page.goto(`${held.invitation}&open=questions`)
  await hydrated(page)
  await focused(at(page, 'diet').getByRole('radio').first())
  await page.getByRole('radio', { name: 'Vegan' }).check()
  await button(page, 'Send').click()
  await gone(page.getByText('1 question is still open.'))
  await seen(ownCard(page, 'coming'))
})

test('R161 the questions can be answered by keyboard alone, have no violation that axe finds, and look right at every width', async () => {
  const held = await invited(every)
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      const maya = await visit(held, { width, height: 900, colorScheme, bypassCSP: true })
      const { page } = maya
      await coming(page, 'yes').check()
      await at(page, 'diet').getByRole('radio').first().focus()
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key)
      }
      await press('ArrowRight', 'Tab')
      await page.keyboard.type('Nuts')
      await press('Tab', 'Space', 'Tab', 'Space', 'Tab', 'Space')
      expect(
        await page.locator('#questions :checked:not(option)').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
      ).toEqual(['vegetarian', 'yes', 'friday-evening', 'saturday'])
      await page.getByLabel('How many bags do you bring?').fill('many')
      await maya.shoot(`questions-${width}-${colorScheme}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
      await maya.context.close()
    }
})

test('R161 an invitation with questions stays light, and stands still while it comes', async () => {
  const held = await invited(every)
  const { bytes } = await weigh(stage.browser, stage.server.url + held.invitation)
  console.log(`JavaScript of an invitation with questions: ${inKb(bytes)}`)
  expect(bytes).toBeLessThanOrEqual(119_000)
  for (const viewport of [phone, { width: 1280, height: 900 }]) {
    const { shift, moved } = await firstSight(stage.browser, stage.server.url + held.invitation, { viewport })
    expect(shift, moved.join('\n')).toBeLessThanOrEqual(shiftLimit)
  }
})
