// Long: the operator's page with all it does, at every width.
// The operator's page in a real browser: what is on it, what it does, at every width; and that it is nobody else's.
import { expect, test } from 'vitest'
import { button, heading } from './acts.ts'
import { gone, openStage, screens, seen } from './kit.ts'
import { openSeed } from './seed.ts'
import { startServer } from './server.ts'
import { violationsOf } from './violations.ts'

const email = 'boss_1@hosts.test'
const stage = openStage(() => startServer({ ADMIN_EMAILS: `Someone@else.test, ${email.toUpperCase()}` }))
const { host, event } = openSeed(stage)

test('R114 an operator sees how the installation stands, finds, suspends and gives a plan, and every act is in the log', async () => {
  const boss = await host('boss', 'boss_1')
  const ada = await host('ada')
  await event(ada, [{ name: 'Guest', max: 3 }])
  const person = await stage.newPerson({ token: boss.token, bypassCSP: true })
  const { page } = person
  person.expects(/status of 40[19]/)
  await person.open('/admin')
  await seen(heading(page, 'Administration'))
  await seen(page.getByText('Not set up yet'))
  await page.getByText(/^All \d+ jobs OK$/).click()
  await seen(page.getByText('Reminders', { exact: true }))
  expect(await violationsOf(page)).toEqual([])
  for (const [width, colorScheme] of screens) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    for (const tab of ['Overview', 'Emails', 'People', 'Log']) {
      await page.getByRole('tab', { name: tab }).click()
      await person.shoot(`operator-${tab}-${width}-${colorScheme}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${tab} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('tab', { name: 'Emails' }).click()
  await seen(page.getByText('No undelivered emails'))
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByLabel('Find people').fill(ada.email.toUpperCase())
  await button(page, 'Find').click()
  await gone(page.getByText(boss.email))
  const open = async (item: string) => {
    await page.getByRole('button', { name: /^Options for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await seen(page.getByRole('dialog'))
  }
  await open('Give a plan')
  await page.getByLabel('Plan', { exact: true }).selectOption('team')
  await person.shoot('operator-plan')
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Give the plan').click()
  await gone(page.getByRole('dialog'))
  await seen(page.getByText('Given', { exact: true }))

  const hers = await stage.newPerson({ token: ada.token })
  hers.expects(/status of 40[13]/)
  await hers.open('/dashboard')
  await seen(heading(hers.page, 'Dashboard'))
  await open('Suspend')
  await person.shoot('operator-suspend')
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Suspend').click()
  await seen(page.getByText('Suspended', { exact: true }))
  await hers.open('/login')
  await hers.page.getByLabel('Email').fill(ada.email)
  await hers.page.getByLabel('Password', { exact: true }).fill(ada.password)
  await button(hers.page, 'Login').click()
  await seen(hers.page.getByText('This account is suspended. Please contact the people who run this site.'))

  await open('Lift the suspension')
  await button(page, 'Lift the suspension').click()
  await page.getByRole('tab', { name: 'Log' }).click()
  for (const words of ['Gave a plan to', 'Suspended', 'Lift the suspension']) await seen(page.getByText(`${words} ${ada.email}`))
  await person.shoot('operator-log')
  expect(await violationsOf(page)).toEqual([])
})

test('R114 to everybody else the page is one that does not exist', async () => {
  const ada = await host('ada')
  for (const options of [{}, { token: ada.token }]) {
    const person = await stage.newPerson(options)
    person.expects(/status of 404/)
    const bodies: string[] = []
    for (const path of ['/admin', '/nowhere']) {
      await person.open(path)
      await seen(person.page.getByText('Page not found'))
      bodies.push(`${await person.page.title()} ${await person.page.locator('main').textContent()}`)
    }
    expect(bodies[0]).toBe(bodies[1])
  }
})
