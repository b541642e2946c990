// Long: five screens, and half a minute until a second code may be asked for.
// Whose answer it is (R239): a family shares one address; Ann has answered, and Ben opens the invitation in a browser of his own.
import { beforeAll, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { attend, button, heading, role, unfoldEmail } from './acts.ts'
import { focused, gone, openStage, type Person, screens, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Held, type Host, inDays, newName, openSeed } from './seed.ts'

const stage = openStage()
const { call, host, event, answer } = openSeed(stage)
const roles = [
  { name: 'Guide', max: 5 },
  { name: 'Cook', max: 5 },
]
const chosen = { assignmentRules: { enableRoleSelfSelect: true } }
const anns = (page: Person['page']) => page.getByText('This is Ann’s answer.')
const elseToo = 'Answer for someone else too'
const once = 'One email address answers once. Anyone else answers with their own email, through the same invitation.'
let olivia: Host
/** Ann's answers, by screen; her last code is so old that another one can be asked for (R15). */
const families = new Map<string, { held: Held; email: string }>()
const codeRestMs = 31_000
beforeAll(async () => {
  olivia = await host()
  await setPlan(stage.server, [olivia], 'team')
  for (const screen of screens) {
    const family = { held: await event(olivia, roles, chosen), email: `${newName('family')}@guests.test` }
    await answer(family.held, 'Ann', ['Guide'], { email: family.email })
    families.set(screen.join(), family)
  }
  await new Promise((rested) => setTimeout(rested, codeRestMs))
}, 180_000)
const signed = () => ({ authorization: `Bearer ${olivia.token}` })

/** Types another name and the family's address, and the code that comes there. */
async function asBen({ page }: Person, email: string) {
  await unfoldEmail(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Ben')
  await button(page, 'Verify your email').click()
  await page.getByLabel('Verification code').fill(await stage.mailbox.code(email))
}
const answersOf = async (id: string) =>
  (await call(groupApi.rsvps, { id }, signed())).body.rsvps.map(({ name, roles: taken }) => [name, ...taken])

test.each(screens)('R239 Ben is told that the answer is Ann’s, and takes no seat of hers (%i px, %s)', async (width, colorScheme) => {
  const family = families.get([width, colorScheme].join())
  if (!family) throw new Error('Ann has not answered')
  const { held, email } = family
  const ben = await stage.newPerson({ width, colorScheme })
  const { page } = ben
  await ben.open(held.invitation)
  await attend(ben, 'Yes')
  await role(page, 'Cook').check()
  await asBen(ben, email)
  await seen(anns(page))
  await ben.shoot(`whose-found-${width}-${colorScheme}`)
  expect(await answersOf(held.groupId)).toEqual([['Ann', 'Guide']])
  await button(page, 'Keep it as it is').click()
  await seen(heading(page, 'You’re coming as Guide'))
  await button(page, elseToo).click()
  await seen(page.getByText(once))
  await ben.shoot(`whose-once-${width}-${colorScheme}`)
  // With companions he comes along, beside her seat.
  await call(groupApi.settings, { id: held.groupId, maxCompanions: 2 }, signed())
  await page.reload()
  await seen(anns(page))
  await button(page, elseToo).click()
  await focused(page.getByRole('textbox', { name: /^Companion 1/ }))
  await page.keyboard.type('Ben')
  await button(page, /^Send/).click()
  await seen(heading(page, /^You’re coming as Guide/))
  await expect.poll(async () => (await call(groupApi.rsvps, { id: held.groupId }, signed())).body.rsvps[0]?.companions?.length).toBe(1)
  expect(await answersOf(held.groupId)).toEqual([['Ann', 'Guide']])
})

test.each(screens)(
  'R239b nor of several groups at once: the page says whose answer to all of them it is (%i px, %s)',
  async (width, colorScheme) => {
    const start = inDays(10).toISOString()
    const end = new Date(Date.parse(start) + 3_600_000).toISOString()
    const groups = ['Bar', 'Door'].map((name) => ({ name, roles, limitToMembers: false, allowOverlap: true }))
    const { body } = await call(
      eventApi.createWithGroup,
      { event: { name: 'Harbour fair', start, end, timeZone: 'Europe/Berlin', ...chosen }, groups },
      { ...signed(), 'idempotency-key': newName('fair') },
    )
    const [bar = '', door = ''] = body.groups.map(({ _id }) => _id)
    const eventId = body.event._id
    const email = `${newName('family')}@guests.test`
    await answer({ eventId, groupId: door, invitation: '' }, 'Ann', ['Guide'], { email }) // another group's code: the page asks for one of the first
    const ben = await stage.newPerson({ width, colorScheme })
    const { page } = ben
    await ben.open(`/rsvp/event/${eventId}`)
    await page.waitForFunction(() => performance.getEntriesByName('answerable').length > 0)
    await page.locator('[data-group="Bar"]').getByRole('checkbox', { name: 'Cook' }).check()
    await asBen(ben, email)
    await seen(anns(page))
    await ben.shoot(`whose-several-${width}-${colorScheme}`)
    expect([await answersOf(bar), await answersOf(door)]).toEqual([[], [['Ann', 'Guide']]])
    await button(page, elseToo).click()
    await seen(page.getByText(once))
    await call(groupApi.settings, { id: door, maxCompanions: 1 }, signed())
    await page.reload()
    await seen(anns(page))
    await gone(page.getByText(once))
    await button(page, elseToo).click()
    await page.waitForURL((url) => url.pathname === `/rsvp/${door}`)
    await seen(heading(page, 'You’re coming as Guide'))
    await focused(page.getByRole('textbox', { name: /^Companion 1/ }))
  },
)
