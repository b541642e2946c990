// Long: an organizer who never signs up, in several tabs, browsers and devices.
// An organizer without an account: from the landing page to a copied link in one tab, and back to the board ever after.
import { expect, test } from 'vitest'
import { bar, button, createEvent, heading } from './acts.ts'
import { focused, gone, openStage, type Person, screens, seen } from './kit.ts'
import { newName, openSeed, typedStart } from './seed.ts'

const stage = openStage()
const { mailbox } = stage
const { host, event } = openSeed(stage)

const codeIn = (text: string) => /^([A-Z0-9]{6})$/m.exec(text)?.[1] ?? ''
const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

/** Creates an event while signed out; gives what the email brings. */
async function create(organizer: Person, name = 'Chess night') {
  const email = `${newName('walk')}@hosts.test`
  await organizer.open('/create')
  await createEvent(organizer, { name, start: typedStart(5), organizerEmail: email, roles: [{ name: 'Player', seats: 4 }] })
  await seen(heading(organizer.page, 'Check your email'))
  const { text } = await mailbox.next(email, /Publish/)
  return { email, code: codeIn(text), link: linkIn(text) }
}
/** Types the code; gives the path of the board that comes. */
async function publish({ page }: Person, code: string) {
  await page.getByLabel('Verification code').fill(code)
  await seen(heading(page, 'Your event is live'))
  await page.getByRole('link', { name: 'Open the board' }).click()
  await page.waitForURL('**/event/*')
  await seen(bar(page, 'Player: 4 seats, no answers yet'))
  return new URL(page.url()).pathname
}
const isManaged = (page: Person['page']) => seen(button(page, 'Options'))

test('R127 signed out, from the landing page to a copied link that works: at most 6 clicks, 4 fields, one code, no page left', async () => {
  const organizer = await stage.newPerson({ width: 390, height: 844 })
  const { page } = organizer
  const email = `${newName('short_')}@hosts.test`
  await organizer.open('/')
  let loads = 0
  page.on('load', () => loads++)
  const count = { clicks: 0, fields: 0 }
  const press = async (target: ReturnType<typeof button>) => {
    count.clicks++
    await target.first().click()
  }
  const fill = async (label: string, text: string) => {
    count.fields++
    await page.getByLabel(label).fill(text)
  }
  await press(page.getByRole('main').locator('a[href^="/create"]:visible'))
  await fill('Event name', 'Garden party')
  await press(page.getByLabel('Start'))
  await fill('Start', typedStart(5))
  await fill('Your email', email)
  await fill('Your name', 'Lena Park')
  await press(button(page, 'Next'))
  await press(button(page, 'Guest'))
  await press(button(page, 'Create event'))
  await seen(heading(page, 'Check your email'))
  await focused(page.getByLabel('Verification code'))
  await page.getByLabel('Verification code').fill(codeIn((await mailbox.next(email, /Publish/)).text))
  await seen(heading(page, 'Your event is live'))
  await press(button(page, 'Copy link'))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toMatch(/^\/e\/\w{8}$/)
  const guest = await stage.newPerson({ width: 390, height: 844 })
  await guest.open(link)
  await seen(heading(guest.page, 'Garden party'))
  await seen(heading(guest.page, 'Your email'))
  console.log(`no-account.test.ts: ${count.clicks} clicks, ${count.fields} fields, ${loads} loads`)
  expect(count.clicks).toBeLessThanOrEqual(6)
  expect(count.fields).toBeLessThanOrEqual(4)
  expect(loads).toBe(0)
})

test('R127a the organizer is in after a reload, in a second tab, and live there; the logout ends it in both', async () => {
  const organizer = await stage.newPerson()
  organizer.expects(/status of 401.*\/api\/group\/\w+\/history/) // what a tab still asks for when the other one logs out
  const { code } = await create(organizer)
  const path = await publish(organizer, code)
  expect(await organizer.page.evaluate(() => [sessionStorage.getItem('organizerToken'), document.cookie.includes('organizer')])).toEqual([
    null,
    false,
  ])
  await organizer.page.reload()
  await isManaged(organizer.page)
  const second = await organizer.openAnother('/dashboard')
  await seen(bar(second, 'Seats of Chess night: 4 seats, no answers yet'))
  await second.goto(new URL(path, second.url()).href)
  await isManaged(second)
  await organizer.page.goto('/logout')
  await seen(organizer.page.getByText('You have been logged out.'))
  await gone(button(second, 'Options'))
  const third = await organizer.openAnother('/dashboard')
  await seen(third.getByText('Login or use the link emailed to you to access your dashboard.'))
  expect(await organizer.context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'rolecall_organizer' }))
})

test('R127a the organizer is in after a restart of the browser, which keeps its cookies alone', async () => {
  const organizer = await stage.newPerson()
  const { code } = await create(organizer)
  const path = await publish(organizer, code)
  const cookies = await organizer.context.cookies()
  expect(cookies).toContainEqual(expect.objectContaining({ name: 'rolecall_organizer', httpOnly: true, sameSite: 'Lax' }))
  const restarted = await stage.newPerson()
  await restarted.context.addCookies(cookies)
  await restarted.open('/dashboard')
  await seen(bar(restarted.page, 'Seats of Chess night: 4 seats, no answers yet'))
  await restarted.open(path)
  await isManaged(restarted.page)
})

test('R127b the link opened again leads to the board, here and on another device, where it keeps its reader in too', async () => {
  const organizer = await stage.newPerson()
  const { code, link } = await create(organizer)
  const path = await publish(organizer, code)
  const again = await organizer.openAnother(link)
  await again.waitForURL(`**${path}`)
  await isManaged(again)
  const phone = await stage.newPerson({ width: 390, height: 844 })
  await phone.open(link)
  await phone.page.waitForURL(`**${path}`)
  await isManaged(phone.page)
  await phone.page.close()
  const later = await phone.openAnother(path)
  await isManaged(later)
})

test('R127 R127e a wrong code is said, the page survives a reload, and the link publishes instead, which shows here', async () => {
  const organizer = await stage.newPerson({ width: 390, height: 844 })
  organizer.expects(/status of 400/)
  const { code, link } = await create(organizer)
  await organizer.page.getByLabel('Verification code').fill(code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ')
  await seen(organizer.page.getByText('Invalid verification code. Please try again.'))
  await organizer.shoot('no-account-wrong-code')
  await organizer.page.reload()
  await seen(heading(organizer.page, 'Check your email'))
  const other = await stage.newPerson()
  await other.open(link)
  await button(other.page, 'Publish Chess night').click()
  await isManaged(other.page)
  // By itself, since nothing was pressed here; what is typed afterwards signs in here all the same.
  await seen(heading(organizer.page, 'Your event is published'))
  await organizer.shoot('no-account-published-elsewhere')
  await publish(organizer, code)
  await isManaged(organizer.page)
})

test('R127d published by the link in another tab, the first one goes on to the board by itself, signed in', async () => {
  const organizer = await stage.newPerson()
  const { link } = await create(organizer)
  const second = await organizer.openAnother(link)
  await button(second, 'Publish Chess night').click()
  await isManaged(second)
  await organizer.page.waitForURL('**/event/*')
  await isManaged(organizer.page)
})

test('R127b on the page of an event that isn’t theirs anybody asks for a sign-in link, which leads there', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 2 }])
  const lost = await stage.newPerson({ width: 390, height: 844 })
  const { page } = lost
  await lost.open(`/event/${held.eventId}`)
  await button(page, 'Is this your event? Email me a sign-in link').click()
  await page.getByLabel('Email').fill('somebody.else@hosts.test')
  await button(page, 'Email me a sign-in link').click()
  await seen(page.getByText('If we know somebody.else@hosts.test, a sign-in link is on its way.'))
  await page.reload()
  await button(page, 'Is this your event? Email me a sign-in link').click()
  await page.getByLabel('Email').fill(olivia.email)
  await button(page, 'Email me a sign-in link').click()
  await seen(page.getByText(`If we know ${olivia.email}, a sign-in link is on its way.`))
  await lost.open(await mailbox.link(olivia.email, /sign-in link/))
  await page.waitForURL(`**/event/${held.eventId}`)
  await isManaged(page)
  expect(await mailbox.all('somebody.else@hosts.test')).toEqual([])
})

test.runIf(process.env.SCREENSHOTS)('R125 R127c the screens of creation', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Speaker', max: 2 }])
  for (const [width, colorScheme] of screens) {
    const person = await stage.newPerson({ width, height: width === 390 ? 844 : 900, colorScheme })
    const { page } = person
    const shoot = (name: string) => person.shoot(`create-${name}-${width}-${colorScheme}`)
    await person.open('/create')
    await seen(heading(page, /Event Details/))
    await shoot('1-details')
    await page.getByLabel('Event name').fill('Chess night')
    await page.getByLabel('Your email').fill('screens@hosts.test')
    await button(page, '2 Who picks').click()
    await seen(page.getByText('Who picks the roles?'))
    await shoot('2-who-picks')
    await button(page, 'Next').click()
    await button(page, 'Guest').click()
    await shoot('3-attendees')
    await button(page, 'Create event').click()
    await seen(heading(page, 'Check your email'))
    await shoot('4-code')
    await person.open(`/event/${held.eventId}`)
    await button(page, 'Is this your event? Email me a sign-in link').click()
    await page.getByLabel('Email').fill('screens@hosts.test')
    await shoot('5-own-event')
  }
})
