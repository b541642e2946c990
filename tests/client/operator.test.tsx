// The operator's page in all its states: nobody's, failed, and what asks before it acts.
import { fireEvent, screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '#client/lib/session.ts'
import { AdminPage } from '#client/operator/admin-page.tsx'
import { bytesText, spanText } from '#client/operator/words.ts'
import type { OperatorPerson, OperatorState, UndeliveredEmail } from '#protocol/app/operator.ts'
import { type Answer, button, field, leave, press, serve, settle, show, text, type } from './page-kit.tsx'

const now = '2026-11-22T12:00:00.000Z'
const state: OperatorState = {
  version: '1.2.3',
  startedAt: '2026-11-20T12:00:00.000Z',
  now,
  gaps: ['mail'],
  engine: 'sqlite',
  collections: [
    { name: 'users', count: 2, isMore: false },
    { name: 'rsvps', count: 100_000, isMore: true },
  ],
  storeBytes: 1_400_000_000,
  freeBytes: 20_000_000_000,
  backups: { isOn: true, last: { at: '2026-11-22T09:00:00.000Z', file: 'a.gz', bytes: 1_000 }, dueAt: null, failure: 'the disk is full' },
  rounds: [
    { name: 'mail', at: now, nextAt: now, failures: 2, lastFailure: { at: now, why: 'Error: away' } },
    { name: 'jobs: reminders', at: now, nextAt: null, failures: 0, lastFailure: null },
  ],
  pictures: { bytes: 3_000_000, isMore: false, largest: [{ owner: 'ada@people.test', bytes: 2_000_000 }] },
  payments: {
    name: 'stripe',
    failures: [{ eventId: 'evt_1', at: now, tries: 3, why: 'busy' }],
    refusals: [
      { at: now, why: 'invalid_request_error tax_id_invalid' },
      { at: now, why: 'card_error card_declined', needsOwner: true },
    ],
    reversals: [
      { chargeId: 'ch_1', at: now, state: 'refunded', amount: 499, isGroup: true, hasEnded: true, email: 'ada@people.test' },
      { chargeId: 'ch_2', at: now, state: 'disputed', amount: 1299, isGroup: false, hasEnded: false, email: '' },
    ],
    needless: [{ id: 'cs_1', at: now, email: 'ada@people.test' }],
    unsignedAt: now,
  },
  doubles: [],
  zones: {
    release: '2026f',
    node: '2025c',
    icu: '78.2',
    isNodeOlder: true,
    doubts: [{ zone: 'America/Vancouver', start: '2026-12-06T02:30:00.000Z', browser: '2026-12-05T18:30', server: '2026-12-05T19:30' }],
  },
}
const email: UndeliveredEmail = {
  _id: 'a'.repeat(24),
  maskedTo: 'ga***@guests.test',
  createdAt: now,
  failedAt: now,
  why: 'Error: connect ECONNREFUSED',
  attempts: 6,
  nextAt: null,
  canRetry: true,
}
const ada: OperatorPerson = {
  _id: 'b'.repeat(24),
  email: 'ada@people.test',
  name: 'Ada',
  username: 'ada_one',
  verified: true,
  createdAt: now,
  tier: 'pro',
  given: { plan: 'free', until: null },
  subscription: {
    plan: 'pro',
    promoCode: '',
    amount: 900,
    interval: 'month',
    status: 'active',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: now,
  },
  suspendedAt: null,
  isOperator: false,
}
const known: Answer = ({ path, method }) => {
  if (path === '/operator/state') return { body: state }
  if (path.startsWith('/operator/emails') && method === 'GET') return { body: { emails: [email], cursor: null } }
  if (path.startsWith('/operator/people') && method === 'GET')
    return { body: { people: [ada], cursor: null, hasMore: path.includes('find=many') } }
  if (path.startsWith('/operator/log')) return { body: { acts: [], cursor: null } }
  return undefined
}
const tab = async (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === name)
  await act(async () => found?.click())
  await settle()
}
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]') ?? undefined
async function open(answer: Answer) {
  const asked = serve(answer)
  await show(<AdminPage />, '/admin')
  await settle()
  return asked
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', undefined)
  useSession.setState({ token: 'a token', organizerToken: null, user: null, checking: false })
})

test('R114 to nobody, and to whom the server knows no such call, the page does not exist', async () => {
  const asked = await open(() => undefined)
  expect([text().includes('Page not found'), asked.length]).toEqual([true, 1])
  await leave()
  useSession.setState({ token: null })
  const silent = await open(known)
  expect([text().includes('Page not found'), text().includes('Administration'), silent.length]).toEqual([true, false, 0])
})

test('R114 a server that is away is said, and asked again', async () => {
  let isAway = true
  await open((one) => (isAway ? 'offline' : known(one)))
  expect(text()).toContain('Administration could not be loaded')
  isAway = false
  await press('Try again')
  expect(text()).toContain('Not set up yet')
})

test('R114, R234 the overview says what is missing, what failed and why, and how much there is', async () => {
  await open(known)
  for (const words of [
    'set SMTP_URL',
    '1.2.3',
    '2 days',
    '1.4 GB',
    '20 GB',
    '3 hours',
    'the disk is full',
    '2 failed',
    'Error: away',
    'evt_1',
    '2025c (ICU 78.2)',
    'Node’s time zone data is out of date',
    'their browser showed 5 Dec 2026, 6:30 PM; here that is 5 Dec 2026, 7:30 PM',
  ])
    expect(text()).toContain(words)
  expect(text()).toContain('tried 3 times')
  const folded = [...document.querySelectorAll('details')].map((one) => one.textContent)
  expect(folded).toEqual([expect.stringMatching(/^1 job OKReminders/)]) // neither what failed, nor the main figures
  expect(text()).toMatch(/Answersmore than 100.000/)
  expect([bytesText(0), bytesText(999), bytesText(1_000), spanText(500), spanText(90_000)]).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '0 seconds',
    '1 minute',
  ])
})

test('R114, R76 an email is sent again after a question, and leaves the list; a refusal is said', async () => {
  let isRefused = true
  const asked = await open((one) => {
    if (one.method !== 'POST') return known(one)
    return isRefused
      ? { status: 404, body: { error: 'This email is no longer waiting to be sent.', code: 'email-unknown' } }
      : { body: { success: true } }
  })
  await tab('Emails')
  expect(text()).toContain('ECONNREFUSED')
  await press('Send again to ga***@guests.test')
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  await press('Send again', dialog())
  expect(text()).toContain('This email is no longer waiting to be sent.')
  isRefused = false
  await press('Send again to ga***@guests.test')
  await press('Send again', dialog())
  expect([text().includes('No undelivered emails'), asked.at(-1)?.path]).toEqual([true, `/operator/emails/${email._id}/retry`])
})

test('what isn’t set up is said in full on the overview, and in one line beside the rest', async () => {
  await open(known)
  await tab('Log')
  expect([text().includes('Not set up yet: emails.'), text().includes('SMTP_URL')]).toEqual([true, false])
  await press('Show how')
  await settle()
  expect(text()).toContain('set SMTP_URL')
})

test('R232 a search that finds more than it shows says so, and what to do, until another shows all', async () => {
  await open(known)
  await tab('People')
  const find = async (what: string) => {
    await type('Find people by email, username or name', what)
    await press('Find')
    return text()
  }
  expect(await find('many')).toContain('Showing the first 1. Type more to narrow it.')
  expect(await find('ada')).not.toContain('Showing the first')
})

test('R114 beside a plan that is paid for one is given only after saying that one knows', async () => {
  const asked = await open((one) => {
    if (one.method !== 'POST') return known(one)
    const { besidePaid } = one.body as { besidePaid: boolean }
    if (!besidePaid) return { status: 409, body: { error: 'This person pays for a plan.', code: 'plan-paid' } }
    return { body: { person: { ...ada, tier: 'team', given: { plan: 'team', until: null } } } }
  })
  await tab('People')
  expect(text()).toContain('Paid')
  await act(async () => void button('Options for Ada').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await settle()
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent?.includes('Give a plan'))
  await act(async () => item?.click())
  await settle()
  await type('Plan', 'team')
  await press('Give the plan')
  expect(text()).toContain('This person pays for a plan.')
  await act(async () => field('Give the plan anyway').click())
  await press('Give the plan')
  expect(asked.at(-2)?.body ?? asked.at(-1)?.body).toMatchObject({ plan: 'team', until: null, besidePaid: true })
  expect(text()).toContain('Paid Pro · Given')
})

test('R136 the way to /admin stands in the menu and the commands of an operator, and of nobody else', async () => {
  const { UserMenu } = await import('#client/home/user-menu.tsx')
  const { CommandMenu } = await import('#client/home/commands/command-menu.tsx')
  const { ada: person } = await import('./access-fixtures.ts')
  serve(({ path }) => (path.startsWith('/event/mine') ? { body: { events: [] } } : { body: { user: person } }))
  const nothing = () => undefined
  for (const isOperator of [true, undefined] as const) {
    useSession.setState({ token: 'a', user: { ...person, isOperator } })
    await show(<UserMenu user={{ ...person, isOperator }} />)
    await act(async () => fireEvent.keyDown(button('Your account'), { key: 'Enter' }))
    await settle()
    expect(screen.queryAllByRole('menuitem', { name: 'Administration' })).toHaveLength(isOperator ? 1 : 0)
    await leave()
    await show(<CommandMenu onClose={nothing} onGo={nothing} onKeys={nothing} />)
    await settle()
    expect(screen.queryAllByRole('option', { name: 'Administration' })).toHaveLength(isOperator ? 1 : 0)
    await leave()
  }
})
