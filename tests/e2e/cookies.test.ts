// Long: wherever somebody proves who they are, in a browser that keeps no cookies, and in one whose cookies are lost on the way.
// A browser that keeps no cookies (R229): the right code, a personal link, a sign-in link and a login each say so, with what to do, instead of going round.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { attend, button, role } from './acts.ts'
import { launchBlocked } from './browser.ts'
import { openStage, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Host, inDays, newName, openSeed } from './seed.ts'

const stage = openStage()
const { call, host, event } = openSeed(stage)
let olivia: Host
beforeAll(async () => {
  olivia = await host()
  await setPlan(stage.server, [olivia], 'team')
})
const chosen = { assignmentRules: { enableRoleSelfSelect: true } }
const roles = [{ name: 'Guest', max: 9 }]

async function typeCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Ines')
  await button(page, 'Verify your email').click()
  await page.getByLabel('Verification code').fill(await stage.mailbox.code(email))
}

interface Way {
  readonly of: string
  /** A login's token needs no cookie, but is kept in the same way. */
  readonly isCookie: boolean
  readonly go: (page: Page, at: string) => Promise<void>
}
const ways: readonly Way[] = [
  {
    of: 'the code of an invitation',
    isCookie: true,
    go: async (page, at) => {
      const { invitation } = await event(olivia, roles, chosen)
      await page.goto(at + invitation)
      await attend({ page } as never, 'Yes')
      await role(page, 'Guest').check()
      await typeCode(page, `${newName('ines')}@guests.test`)
    },
  },
  {
    of: 'the code of an event with several groups',
    isCookie: true,
    go: async (page, at) => {
      const start = inDays(10).toISOString()
      const end = new Date(Date.parse(start) + 3_600_000).toISOString()
      const groups = ['Bar', 'Door'].map((name) => ({ name, roles, limitToMembers: false }))
      const { body } = await call(
        eventApi.createWithGroup,
        { event: { name: 'Fair', start, end, timeZone: 'Europe/Berlin', ...chosen }, groups },
        { authorization: `Bearer ${olivia.token}`, 'idempotency-key': newName('fair') },
      )
      await page.goto(`${at}/rsvp/event/${body.event._id}`)
      await page.waitForFunction(() => performance.getEntriesByName('answerable').length > 0)
      await page.locator('[data-group="Bar"]').getByRole('checkbox', { name: 'Guest' }).check()
      await typeCode(page, `${newName('ines')}@guests.test`)
    },
  },
  {
    of: 'a sign-in link',
    isCookie: true,
    go: async (page, at) => {
      await page.goto(`${at}/request-token`)
      await page.getByLabel('Email').fill(olivia.email)
      await button(page, 'Send Access Link').click()
      await page.goto(await stage.mailbox.link(olivia.email, /sign-in link/))
    },
  },
  {
    of: 'a login',
    isCookie: false,
    go: async (page, at) => {
      await page.goto(`${at}/login`)
      await page.getByLabel('Email').fill(olivia.email)
      await page.getByLabel('Password', { exact: true }).fill(olivia.password)
      await button(page, 'Login').click()
    },
  },
]
const said = (page: Page) => page.getByText('Your browser keeps no cookies from this site')

describe('where all cookies are blocked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-blocked-'))
  let blocked: BrowserContext
  beforeAll(async () => {
    blocked = await launchBlocked(folder)
  })
  afterAll(async () => {
    await blocked.close()
    rmSync(folder, { recursive: true, force: true })
  })
  test.each(ways.map((one) => [one.of, one] as const))('R229 %s says so', async (of, { go }) => {
    const page = await blocked.newPage()
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await go(page, stage.server.url)
    await seen(said(page))
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `cookies-${of}.png`) })
    expect(thrown).toEqual([])
    expect(await blocked.cookies()).toEqual([])
    await page.close()
  })
})

test.each(ways.filter(({ isCookie }) => isCookie).map((one) => [one.of, one] as const))(
  'R229 %s says so where the cookie is lost on the way, also of what one sends next',
  async (_, { go }) => {
    const person = await stage.newPerson({ width: 390 })
    await person.context.route('**/api/**', async (route) => {
      const response = await route.fetch()
      await person.context.clearCookies() // the fetch has kept them
      const { 'set-cookie': _lost, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    person.expects(/ 40[13] /)
    await go(person.page, stage.server.url)
    await seen(said(person.page))
    expect(await person.context.cookies()).toEqual([])
  },
)

test('R229 control: where cookies stay nobody hears of them', async () => {
  const { invitation } = await event(olivia, roles, chosen)
  const person = await stage.newPerson({ width: 390 })
  const { page } = person
  await person.open(invitation)
  await attend(person, 'Yes')
  await role(page, 'Guest').check()
  await typeCode(page, `${newName('ines')}@guests.test`)
  await seen(page.getByText('You’re coming as Guest').first())
  expect(await said(page).count()).toBe(0)
})
