// Long: every way in, in each of its states, looked through by axe-core.
// The front door in a real browser: the ways in, profile, pricing and guide with their states, seen by axe-core, and light enough to open fast.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { button, heading, logIn } from './acts.ts'
import { gone, openStage, type Person, seen, toastSays } from './kit.ts'
import { openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host } = openSeed(stage)

/** What axe-core finds in the current state, in light and in dark. An email stands in a mailbox: what makes a good page of its own isn't asked of it. */
async function violations({ page }: Person, isEmail = false) {
  const found = await violationsOf(page, isEmail ? { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] } : {})
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map(({ colorScheme, id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}
/** Opens a page, brings it into a state, and expects axe-core to find nothing there. */
async function isFine(person: Person, state: string, bring: (page: Page) => Promise<unknown>, isEmail = false) {
  await bring(person.page)
  await person.shoot(`80-${state.replaceAll(/\W+/g, '-')}`)
  expect.soft(await violations(person, isEmail), state).toEqual([])
}
const at = (path: string, name: RegExp | string) => async (page: Page) => {
  await page.goto(path)
  await seen(heading(page, name))
}
const says = (words: string) => (page: Page) => seen(page.getByText(words))

test('the ways in have no accessibility violation in any of their states', async () => {
  const { email } = await host()
  const visitor = await stage.newPerson({ width: 390, height: 844 })
  visitor.expects(/status of 40[0-9]/)
  await isFine(visitor, 'login', at('/login', 'Welcome back'))
  await isFine(visitor, 'login refused', async (page) => {
    await logIn(visitor, email, 'a guess at it')
    await seen(page.getByText('Wrong email or password.'))
  })
  await isFine(visitor, 'login from a closed page', async (page) => {
    await page.goto('/profile')
    await seen(page.getByText('Please login or use your emailed access link to access this page'))
  })
  await isFine(visitor, 'sign-up refused', async (page) => {
    await at('/signup', 'Create your account')(page)
    await page.getByLabel('Username').fill('no')
    await button(page, 'Sign up').click()
    await seen(page.getByText('Please enter a valid email address'))
    await seen(page.getByText('Username must be 5–24 alphanumeric characters'))
  })
  await isFine(visitor, 'signed up', async (page) => {
    await page.getByLabel('Email').fill('new.person@people.test')
    await page.getByLabel('Username').fill('new_person')
    await page.getByLabel('Password', { exact: true }).fill('a new password')
    await seen(page.getByText('Available'))
    await button(page, 'Sign up').click()
    await seen(page.getByText('Verification email sent to ne***@people.test. Please check your inbox.'))
  })
  await isFine(visitor, 'verified', async (page) => {
    await page.goto(await stage.mailbox.link('new.person@people.test'))
    await seen(page.getByText('Email verified successfully!'))
  })
  for (const [path, name, send] of [
    ['/request-token', 'Get Access Link', 'Send Access Link'],
    ['/forgot-password', /Forgot/, 'Send Reset Link'],
  ] as const) {
    await isFine(visitor, path, at(path, name))
    await isFine(visitor, `${path} sent`, async (page) => {
      await page.getByLabel('Email').fill(email)
      await button(page, send).click()
      await seen(heading(page, 'Check your email'))
    })
  }
  await isFine(visitor, 'reset password', async (page) => {
    await page.goto(await stage.mailbox.link(email, /new Rolecall password/))
    await page.getByLabel('New password').fill('short')
    await page.getByLabel('Confirm password').fill('other')
    await button(page, 'Set New Password').click()
    await seen(page.getByText('Passwords do not match'))
  })
  await isFine(visitor, 'reset done', async (page) => {
    await page.getByLabel('New password').fill('correct horse battery')
    await page.getByLabel('Confirm password').fill('correct horse battery')
    await button(page, 'Set New Password').click()
    await seen(heading(page, 'Password Reset Successfully'))
  })
  await visitor.page.waitForURL('**/login')
})

test('error pages and doors have no accessibility violation', async () => {
  const visitor = await stage.newPerson({ width: 390, height: 844 })
  visitor.expects(/status of 40[0-9]/)
  await isFine(visitor, 'access required', at('/access', /Please login/))
  await isFine(visitor, 'no dashboard', at('/dashboard', /Login or use the link/))
  await isFine(visitor, 'not found', at('/nowhere', 'Page not found'))
  await isFine(visitor, 'verification without a link', async (page) => {
    await page.goto('/verify-email')
    await says('Invalid verification link.')(page)
  })
  await isFine(visitor, 'stale link', async (page) => {
    await page.goto('/token?token=stale')
    await says('Invalid or expired access link.')(page)
  })
})

test('A7 the profile is edited, and another tab shows it at once; no accessibility violation on the way', async () => {
  const olivia = await host()
  const person = await stage.newPerson({ token: olivia.token })
  await isFine(person, 'profile', async (page) => {
    await page.goto('/profile')
    await seen(page.getByText('Account Information'))
    await seen(page.getByText('Current', { exact: true }))
  })
  const other = await person.openAnother('/profile')
  await seen(other.getByText('Free Plan'))
  await person.page.bringToFront()
  await isFine(person, 'profile editing', async (page) => {
    await button(page, 'Edit Profile').click()
    await page.getByLabel('Username').fill('x')
    await button(page, 'Save Changes').click()
    await seen(page.getByText('Username must be 5–24 alphanumeric characters'))
  })
  const username = `countess_${Date.now() % 1e6}`
  await person.page.getByLabel('Username').fill(username)
  await person.page.getByRole('textbox', { name: /^Name/ }).fill('Ada Lovelace')
  await seen(person.page.getByText('Available'))
  await button(person.page, 'Save Changes').click()
  await toastSays(person.page, 'Profile updated successfully')
  await seen(other.getByText('Ada Lovelace'))
  await seen(other.getByText(username))
  await isFine(person, 'account menu', async (page) => {
    await page.bringToFront()
    await button(page, 'Your account').click()
    await seen(page.getByRole('menuitem', { name: 'Upgrade' }))
  })
  expect(await person.page.getByRole('menuitem').allTextContents()).toEqual(['Upgrade', 'Profile', 'Keyboard shortcuts', 'Logout'])
})

test('A8 "Log out everywhere else" throws every other device out, while one looks', async () => {
  const olivia = await host()
  const device = await stage.newPerson()
  await device.open('/login')
  await logIn(device, olivia.email, olivia.password)
  await seen(heading(device.page, 'Dashboard'))
  device.expects(/status of 401/)
  const person = await stage.newPerson({ token: olivia.token })
  await person.open('/profile')
  const sessions = () => person.page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem').count()
  await expect.poll(sessions).toBe(2)
  await button(person.page, 'Log out everywhere else').click()
  await isFine(person, 'log out everywhere else', (page) => seen(page.getByRole('dialog')))
  await person.page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere else' }).click()
  await toastSays(person.page, 'Logged out everywhere else')
  await expect.poll(sessions).toBe(1)
  await device.open('/profile')
  await seen(heading(device.page, 'Welcome back'))
  await person.page.reload()
  await seen(person.page.getByText('Account Information'))
})

test('pricing and landing have no accessibility violation; the plan one came for is marked', async () => {
  const visitor = await stage.newPerson({ width: 390, height: 844 })
  await isFine(visitor, 'landing', at('/', 'Smart RSVP Management with Custom Roles'))
  await visitor.page.getByRole('link', { name: 'View Plans & Pricing' }).click()
  await isFine(visitor, 'pricing', (page) => seen(heading(page, 'Choose Your Plan')))
  // Every plan is on the phone's screen, and nothing has to be swiped.
  const plans = visitor.page.getByRole('table', { name: 'Plans compared' })
  expect(await plans.getByRole('columnheader').count()).toBe(5)
  expect(
    await plans
      .locator('th, td')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)),
  ).toEqual([])
  await isFine(visitor, 'pricing for a team', at('/pricing?plan=team', 'Choose Your Plan'))
  await visitor.page.getByRole('link', { name: 'Start Your Free Event' }).first().click()
  await seen(heading(visitor.page, /Event Details/))
})

test('A9 the guide is read page by page under the content policy, and can’t be taken away', async () => {
  const reader = await stage.newPerson()
  const alerts: string[] = []
  reader.page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.accept()
  })
  await isFine(reader, 'guide', async (page) => {
    await page.goto('/user-guide')
    await seen(page.getByText('For Team and Enterprise users (v0.3)').first())
    await seen(heading(page, 'Roles and seats'))
  })
  const { page } = reader
  const inked = () =>
    page.evaluate(() => {
      const [canvas] = [...document.querySelectorAll('canvas')].filter((one) => one.width > 300)
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return new Set(pixels).size
    })
  await expect.poll(inked).toBeGreaterThan(20)
  await page.getByLabel('Go to chapter').selectOption({ label: 'The live board' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Page \d+ of \d+$/)
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Meta+p')
  await page.locator('.pdf-text').first().click({ button: 'right' })
  await expect.poll(() => alerts).toEqual(Array(3).fill('Download/print disabled for this document.'))
  await button(page, 'Larger').click()
  await seen(page.getByText('125 %'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('R66 every email has no accessibility violation', async () => {
  const reader = await stage.newPerson({ width: 390, height: 844 })
  reader.expects(/\/og\//) // the samples' pictures are of no group
  await reader.open('/dev/emails')
  const names = await reader.page.evaluate(() => [...document.querySelectorAll('h2 a')].map((link) => link.getAttribute('href') ?? ''))
  expect(names.length).toBeGreaterThan(10)
  for (const path of names) {
    await isFine(reader, path, (page) => page.goto(path), true)
    expect(await reader.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})

test('one logs in by keyboard alone, and nothing jumps while the page comes', async () => {
  const { email, password } = await host()
  const person = await stage.newPerson()
  const { page } = person
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.title += ` jumped ${JSON.stringify(entry)}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/login']) {
    await person.open(path)
    await page.waitForLoadState('networkidle')
    expect(await page.title()).not.toContain('jumped')
  }
  const tabTo = async (label: string) => {
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      if (await page.getByLabel(label, { exact: true }).evaluate((box) => box === document.activeElement)) return
    }
    throw new Error(`The keyboard does not reach ${label}`)
  }
  await tabTo('Email')
  await page.keyboard.type(email)
  await tabTo('Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await toastSays(page, 'Logged in successfully')
  await gone(heading(page, 'Welcome back'))
})

const Chunk = z.object({ file: z.string(), imports: z.optional(z.array(z.string())) })
const Manifest = z.record(z.string(), Chunk)
/** What a page may bring at first, in bytes as gzip has them on the way. The shell names the files of every page, and there are ever more of them. */
const mostBytes = 132_000

/** The scripts of the entry, the list of pages with its shell, and a page, with all they import. */
function firstLoad(page: string): { files: string[]; sources: string[] } {
  const manifest = Manifest.parse(JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')))
  const files = new Set<string>()
  const sources = new Set<string>()
  const add = (key: string) => {
    sources.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  for (const key of ['index.html', 'app.tsx', page]) add(key)
  return { files: [...files].filter((file) => /\.m?js$/.test(file)), sources: [...sources] }
}
const gzipped = (file: string) => gzipSync(readFileSync(`dist/client/${file}`), { level: 9 }).length

test.each(['home/landing-page.tsx', 'access/login-page.tsx', 'access/sign-up-page.tsx', 'plan/pricing-page.tsx'])(
  'the first load of %s is at most 132 kB of JavaScript',
  (page) => {
    const { files, sources } = firstLoad(page)
    const bytes = files.reduce((sum, file) => sum + gzipped(file), 0)
    console.log(`${page}: ${(bytes / 1000).toFixed(1)} kB in ${files.length} files`)
    expect(bytes).toBeLessThanOrEqual(mostBytes)
    expect(sources.join(' ')).not.toMatch(/pdf|menu-list/)
  },
)
