// R255a: each page behind a link by which something is accepted, as somebody sees it who is known by another address: said before, and with a way on.
import { readdirSync, readFileSync } from 'node:fs'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ClaimPage } from '#client/companions/claim-page.tsx'
import { HandOverPage } from '#client/handover/hand-over-page.tsx'
import { forgetTokens, keepLogin } from '#client/lib/session.ts'
import { InvitationPage } from '#client/member/invitation-page.tsx'
import { TeamPage } from '#client/team/team-page.tsx'
import { aUser } from './event-fixtures.ts'
import { newToken, press, serve, settle, show, text } from './page-kit.tsx'

const hereAs = aUser.email
const masked = 'bo***@example.org'
const until = '2026-12-24T10:00:00.000Z'
const seat = { giver: 'Gina', email: 'bo@example.org', roles: ['Guest'], until, groupId: 'a'.repeat(24), group: 'Choir', event: null }
const team = (role: string) => ({
  event: 'Picnic',
  invitedBy: 'Ada',
  role,
  maskedEmail: masked,
  groups: [],
  until,
  timeZone: 'UTC',
  isAccepted: false,
})

interface Kind {
  readonly file: string
  readonly page: ReactElement
  readonly path: string
  /** What it opens, with what is known of the address besides. */
  readonly view: (more: { hereAs?: string }) => object
  readonly to: string
  /** What accepting means all the same; where it can't be, there is no button for it. */
  readonly says: string
  readonly accept?: string
}
const ofTeam = (role: string, says: string, accept?: string): Kind => ({
  file: 'client/team/team-page.tsx',
  page: <TeamPage />,
  path: '/team?token=t',
  view: (more) => ({ invitation: { ...team(role), ...more } }),
  to: masked,
  says,
  ...(accept && { accept }),
})
const kinds: Record<string, Kind> = {
  'membership of an organization': {
    file: 'client/member/invitation-page.tsx',
    page: <InvitationPage />,
    path: '/invitation?token=t',
    view: (more) => ({ invitation: { organization: 'Choir', invitedBy: 'Ada', maskedEmail: masked, isAccepted: false, ...more } }),
    to: masked,
    says: `the person with that address is the member, and ${hereAs} isn’t`,
    accept: 'Accept',
  },
  'help that needs an account': ofTeam('manager', `helps with the event, and ${hereAs} doesn’t`, 'Accept'),
  'help without an account': ofTeam('viewer', 'helps with the event, and this browser opens it', 'Accept'),
  'an event passed on': ofTeam('owner', 'Only the person with that address can accept it.'),
  'a seat handed over': {
    file: 'client/handover/hand-over-page.tsx',
    page: <HandOverPage />,
    path: '/hand-over?token=t',
    view: (more) => ({ ...seat, replaces: [], ...more }),
    to: seat.email,
    says: 'the answer is for that address, and in this browser you go on with it',
    accept: 'Accept the seat',
  },
  'the seat of who comes along': {
    file: 'client/companions/claim-page.tsx',
    page: <ClaimPage />,
    path: '/companion?token=t',
    view: (more) => ({ ...seat, name: 'Mia', ...more }),
    to: seat.email,
    says: 'the answer is for that address, and in this browser you go on with it',
    accept: 'Accept the seat',
  },
}

/** Without the word that takes the label's place while busy. */
const buttons = () =>
  [...document.querySelectorAll('button')].map((one) => (one.querySelector('span > span:not(.invisible)') ?? one).textContent)
/** What of a kind isn't as it should be for somebody known by another address. */
const missing = ({ to, says, accept }: Kind, known: string) =>
  [` is for ${to}. ${known}`, says].filter((one) => !text().includes(one)).concat(accept && !buttons().includes(accept) ? [accept] : [])

async function open({ page, path, view }: Kind, more: { hereAs?: string }) {
  const asked = serve(({ path: at }) => (at.includes('log') ? { body: { success: true } } : { body: view(more) }))
  window.history.replaceState(null, '', path)
  await show(page, path)
  await settle()
  return asked
}

beforeEach(() => forgetTokens())

it('R255a every page behind such a link is one of these', () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).map((file) => `client/${file}`)
  const using = files.filter((file) => file.endsWith('.tsx') && /\buseLink\(|\buseLink</.test(readFileSync(file, 'utf8')))
  // Which emails one gets, and one’s own password, are no one else’s to accept.
  const own = ['client/notice/unsubscribe-page.tsx', 'client/access/links/reset-password-page.tsx']
  const accepting = using.filter((file) => !own.includes(file))
  expect([...new Set(Object.values(kinds).map(({ file }) => file))].sort()).toEqual(accepting.sort())
})

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  it('R255a says so to who is logged in with another address, and by logging out goes on with it, on the same page', async () => {
    keepLogin(newToken(), aUser)
    const asked = await open(kind, { hereAs })
    expect(missing(kind, `You are logged in as ${hereAs}.`)).toEqual([])
    expect(buttons().filter((one) => one?.startsWith('Accept'))).toEqual(kind.accept ? [kind.accept] : [])
    const opened = () => asked.filter(({ path }) => !path.includes('log')).length
    const before = opened()
    serve(({ path }) => ({ body: path.includes('log') ? { success: true } : kind.view({}) }))
    await press('Log out and go on')
    await settle()
    expect([text().includes('You are logged in as'), buttons().includes('Log out and go on'), before]).toEqual([false, false, 1])
    expect(text()).toContain(kind.to)
  })

  it('R255a says so to who has only proven another address here; there is nothing to log out of', async () => {
    await open(kind, { hereAs })
    expect(missing(kind, `In this browser you have verified ${hereAs}.`)).toEqual([])
    expect(buttons()).not.toContain('Log out and go on')
  })

  it('R255a says nothing of it to whom it is for, and control: left out by the server, it is missed', async () => {
    keepLogin(newToken(), aUser)
    await open(kind, {})
    expect([text().includes('You are logged in as'), buttons().includes('Log out and go on')]).toEqual([false, false])
    expect(missing(kind, `You are logged in as ${hereAs}.`)).not.toEqual([])
  })
})

it.each([
  ['membership of an organization', 'Accept', 'log in with the email that was invited', 'Log in'],
  ['help that needs an account', 'Accept', `log in with ${masked}: you are logged in as ${hereAs}`, 'log in'],
] as const)('R255a %s: once it is accepted, it leads on to the account it is of', async (name, accept, sentence, way) => {
  keepLogin(newToken(), aUser)
  const kind = kinds[name] as Kind
  await open(kind, { hereAs })
  const done = { success: true, accepted: true, eventId: 'e'.repeat(24), groupId: 'a'.repeat(24), acceptedAt: until }
  const member = { _id: 'm', name: '', role: 'manager', groupIds: [], until, isUntilChosen: false, state: 'accepted' }
  serve(() => ({ body: { ...done, member } }))
  await press(accept)
  await settle()
  expect(text().toLowerCase()).toContain(sentence)
  await press('Log out and go on')
  await settle()
  expect([...document.querySelectorAll('a')].map((one) => one.textContent)).toContain(way)
})
