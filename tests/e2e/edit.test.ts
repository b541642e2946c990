// Long: two windows edit one event, field by field, on three screens.
// Two windows edit one event: the one who saves later chooses what stays, and guests who answer meanwhile disturb nobody; and what is at risk is in sight.
import { beforeEach, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { button, heading } from './acts.ts'
import { gone, openStage, type Person, screens, seen } from './kit.ts'
import { type Held, type Host, inDays, openSeed } from './seed.ts'

const stage = openStage()
const { call, host, event, removeEvent, answer } = openSeed(stage)
let olivia: Host
/** Each test has an organizer of its own: the plan allows two events a month. */
beforeEach(async () => {
  olivia = await host()
})

const hourMs = 3_600_000
const held = (name: string, days = 3) =>
  event(
    olivia,
    [
      { name: 'Speaker', max: 4, min: 2 },
      { name: 'Guest', max: 10 },
    ],
    { name, start: inDays(days).toISOString(), end: new Date(inDays(days).getTime() + 2 * hourMs).toISOString() },
  )

async function atEdit({ eventId }: Held, options: Parameters<typeof stage.newPerson>[0] = {}): Promise<Person> {
  const person = await stage.newPerson({ ...options, token: olivia.token })
  await person.open(`/event/${eventId}/edit`)
  await seen(heading(person.page, /Update Event/))
  return person
}
const save = async ({ page }: Person) => {
  await button(page, 'Next').click()
  await button(page, 'Save changes').click()
}
const dialog = ({ page }: Person) => page.getByRole('dialog', { name: 'This has changed since you opened it' })
const choose = (person: Person, field: string, version: RegExp) =>
  dialog(person).getByRole('group', { name: field }).getByRole('radio', { name: version }).check({ force: true })

test('R107 who saves second chooses field by field, by keyboard too; what only one changed is kept of both', async () => {
  const made = await held('Town meeting')
  const [one, other] = await Promise.all([atEdit(made), atEdit(made)])
  other.expects(/409/)
  await one.page.getByLabel('Event name').fill('Town meeting of one')
  await one.page.getByLabel('Place').fill('Hall of one')
  await one.page.getByLabel('Description').fill('Only one wrote this')
  await save(one)
  await seen(heading(one.page, /Town meeting of one/))
  await other.page.getByLabel('Event name').fill('Town meeting of the other')
  await other.page.getByLabel('Place').fill('Hall of the other')
  await button(other.page, 'Next').click()
  await other.page.getByRole('button', { name: 'Seats for Guest: one more' }).click()
  await button(other.page, 'Save changes').click()
  await seen(dialog(other))
  await other.shoot('conflict')
  await other.page.keyboard.press('Tab')
  await choose(other, 'Place', /Yours, saved in another window/)
  const mine = dialog(other).getByRole('group', { name: 'Name' }).getByRole('radio', { name: 'Yours', exact: true })
  await mine.focus()
  await other.page.keyboard.press('Space')
  await other.page.keyboard.press('Enter')
  await gone(dialog(other))
  await seen(heading(other.page, /Town meeting of the other/))
  await other.page.getByText('Details', { exact: true }).click()
  await seen(other.page.getByText('Hall of one').first())
  await seen(other.page.getByText('Only one wrote this').first())
  await seen(other.page.getByText('0 of 11').first())
})

test('R107 guests who answer meanwhile make no edit stale (control: the same save with another organizer’s change asks)', async () => {
  const made = await held('Open evening')
  const [one, other] = await Promise.all([atEdit(made), atEdit(made)])
  await one.page.getByLabel('Event name').fill('Open evening, first')
  await answer(made, 'Ann Archer', ['Speaker'])
  await answer(made, 'Ben Baker', ['Guest'])
  await save(one)
  await seen(heading(one.page, /Open evening, first/))
  expect(await dialog(one).count()).toBe(0)
  other.expects(/409/)
  await other.page.getByLabel('Event name').fill('Open evening, second')
  await save(other)
  await seen(dialog(other))
  await button(other.page, 'Back to the form').click()
  await gone(dialog(other))
  await button(other.page, 'Back').click()
  expect(await other.page.getByLabel('Event name').inputValue()).toBe('Open evening, second')
})

test('R107, R136 of a deleted event what was changed stays on screen to be copied', async () => {
  const made = await held('Short lived')
  const person = await atEdit(made)
  person.expects(/404|410/)
  await person.page.getByLabel('Description').fill('Many words')
  await removeEvent(olivia, made)
  await save(person)
  await seen(person.page.getByText('This event can no longer be saved.'))
  await seen(person.page.getByText('was canceled by you'))
  await person.shoot('lost-edits')
  await button(person.page, 'Copy my changes').click()
  await expect.poll(() => person.page.evaluate(() => navigator.clipboard.readText())).toBe('Description: Many words')
})

test('R108 a minimum is set in the editor, and what is missing is said on board and dashboard, until a guest says yes', async () => {
  const made = await event(olivia, [{ name: 'Speaker', max: 4 }], {
    name: 'Quiz night',
    start: inDays(3).toISOString(),
    end: inDays(3.2).toISOString(),
  })
  const { page, open, shoot } = await stage.newPerson({ token: olivia.token })
  await open(`/event/${made.eventId}/edit`)
  await button(page, 'Next').click()
  const minimum = page.getByRole('spinbutton', { name: 'Minimum for Speaker' })
  await minimum.fill('5')
  await seen(page.getByText('“Speaker” needs at least 5 people, but has 4 seats.'))
  await minimum.fill('1')
  await shoot('roles-editor')
  await button(page, 'Save changes').click()
  await seen(page.getByText('Speaker needs 1 more'))
  await seen(page.getByText('Needs 1 more', { exact: true }))
  await shoot('board-at-risk')
  await answer(made, 'Ann Archer', ['Speaker'])
  await gone(page.getByText('Speaker needs 1 more'))
  await gone(page.getByText('Needs 1 more', { exact: true }))
})

test.each(screens)(
  'R107, R108 the choice, the roles editor, the board and the dashboard fit a width of %s in %s',
  async (width, colorScheme) => {
    const made = await held(`Fair ${width} ${colorScheme}`)
    const name = (part: string) => `${part}-${width}-${colorScheme}`
    const person = await atEdit(made, { width, colorScheme })
    person.expects(/409/)
    const { page } = person
    const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByLabel('Event name').fill('Mine')
    await page.getByLabel('Description').fill('What I wrote about the fair, in a few more words than fit on one line of a phone.')
    await button(page, 'Next').click()
    await page.getByRole('button', { name: 'Seats for Speaker: one more' }).click()
    await person.shoot(name('roles-editor'))
    await fits()
    const theirs = [
      { name: 'Speaker', max: 9, min: 2 },
      { name: 'Guest', max: 10 },
    ]
    const said = { id: made.eventId, name: `Fair ${width}`, description: 'What somebody else wrote.', roles: theirs }
    await call(eventApi.update, said, { authorization: `Bearer ${olivia.token}` })
    await button(page, 'Save changes').click()
    await seen(dialog(person))
    await person.shoot(name('conflict'))
    await fits()
    await button(page, 'Use all of theirs').click()
    await button(page, 'Save my choices').click()
    await seen(heading(page, new RegExp(`Fair ${width}`)))
    await seen(page.getByText('Speaker needs 2 more'))
    await person.shoot(name('board'))
    await fits()
    await person.open('/dashboard')
    await seen(page.getByRole('heading', { name: 'Needs attention' }))
    await person.shoot(name('dashboard'))
    await page.evaluate(() => localStorage.setItem('dashboardDensity', 'rows'))
    await page.reload()
    await seen(page.getByText('Speaker needs 2 more'))
    await person.shoot(name('dashboard-rows'))
    await fits()
    await removeEvent(olivia, made)
  },
)
