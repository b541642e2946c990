// Who comes along, as a guest says it and organizers read it: the form, what is sent, the card, the table's badge, the file and the list for the door.
import { act } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { HeldRoles } from '#client/group/answers/row-cells.tsx'
import { rosterOf } from '#client/group/roster/roster.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { shortSentence } from '#client/rsvp/answer/seats.ts'
import { acceptOffer, comeWithout } from '#client/rsvp/card/acts.ts'
import { type AskedAbout, partyItems } from '#client/rsvp/card/party-acts.tsx'
import { companionsPart } from '#client/rsvp/companions/lazy-parts.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { belowCard, confirmDialog, guestCalls, stateCard } from '#client/rsvp/lazy-parts.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { useRsvps } from '#client/rsvp/store.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'
import { wordsOf } from '#protocol/seats/standing/words.ts'
import { aRow } from './group-fixtures.ts'
import { type Answer, type Asked, press, serve, settle, show, showAt, text, type } from './page-kit.tsx'
import { email, formView, ownRsvp, path } from './rsvp-fixtures.ts'

const proven = { userEmail: email, userName: 'Maya', rsvp: null as OwnRsvp | null }

beforeAll(async () => {
  await Promise.all([stateCard, belowCard, companionsPart, confirmDialog].map((one) => one.ready()))
  await Promise.all([guestCalls(), import('#client/rsvp/answer/submit.ts'), import('#client/rsvp/card/acts.ts')])
})
beforeEach(() => {
  sessionStorage.clear()
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useDraft.setState(useDraft.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
  })
})

async function open(form: FormView, who: object = proven, answers: Answer = () => undefined): Promise<Asked[]> {
  const asked = serve((one) => (one.path.startsWith('/rsvp/form/') ? { body: { ...form, ...who } } : answers(one)))
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  await settle()
  return asked
}
const sentIn = (asked: Asked[]) => asked.find((one) => one.path === '/rsvp/submit')?.body as Record<string, unknown>
const choose = async (name: string) => {
  const [box] = [...document.querySelectorAll('label')].filter((one) => one.textContent?.startsWith(name))
  await act(async () => box?.querySelector('input')?.click())
}
const coming = () => choose('I’m coming')

test('R170 nobody is asked where companions aren’t welcome, or who doesn’t come', async () => {
  await open(formView())
  await coming()
  expect(text()).not.toContain('Who comes with you?')
})

test('R170, R171 a guest names who comes along, sees the seats that takes, and sends all of them', async () => {
  const form = formView({ maxCompanions: 2, waitlist: true })
  const asked = await open(form, proven, ({ path: to }) =>
    to === '/rsvp/submit' ? { body: { rsvp: ownRsvp(), roleCoverage: [], form } } : undefined,
  )
  await coming()
  expect(text()).toContain('You can bring up to 2 people')
  await press('Bring someone along (+1)')
  await type('Companion 1', 'Mia')
  await press('One more (+1)')
  expect(text()).not.toContain('One more')
  // Two of three seats are left for a cook, and they are three.
  expect(text()).toContain('Role "Cook" has 2 seats left, and you need 3.')
  await press('Remove companion 2')
  await choose('Cook')
  expect(text()).toContain('I’m coming as Cook, with 1 more')
  await press('Send')
  await settle()
  expect(sentIn(asked)).toMatchObject({ roles: ['Cook'], companions: [{ name: 'Mia' }] })
})

test('R170 what was typed survives a reload of the tab', async () => {
  await open(formView({ maxCompanions: 2 }))
  await coming()
  await press('Bring someone along (+1)')
  await type('Companion 1', 'Mia')
  expect(
    JSON.parse(sessionStorage.getItem(Object.keys(sessionStorage).find((key) => key.startsWith('rsvpDraft')) ?? '') ?? '{}'),
  ).toMatchObject({
    companions: [{ name: 'Mia' }],
  })
})

test('R172 who waits says with how few they would come', async () => {
  const form = formView({ maxCompanions: 3, waitlist: true })
  const asked = await open(form, proven, ({ path: to }) =>
    to === '/rsvp/submit' ? { body: { rsvp: ownRsvp(), roleCoverage: [], form } } : undefined,
  )
  await coming()
  await press('Bring someone along (+1)')
  await press('Join the waitlist')
  expect(text()).toContain('Take seats from the waitlist')
  await type('Take seats from the waitlist', '1')
  await press('Join the waitlist for')
  await settle()
  expect(sentIn(asked)).toMatchObject({ companions: [{ name: '' }], atLeast: 1, waitFor: [expect.any(String)] })
})

test('R171, R172, R173 the card says with how many they come, how many seats they need, and how many are held', () => {
  const at = { now: 0, formatted: () => 'noon' }
  const about = { removed: undefined, showConfirmation: false, hasRoles: true }
  const answer = ownRsvp({ roles: ['Cook'], companions: [{ _id: 'm', name: 'Mia' }] })
  expect(wordsOf({ state: 'coming', next: null }, { ...about, answer }, at).title).toBe('You’re coming as Cook, with 1 companion')
  const waiting = ownRsvp({ waiting: [{ role: 'Cook', position: 1, page: 0, nth: 1, rev: 1, needs: 3 }] })
  expect(wordsOf({ state: 'waiting', next: null }, { ...about, answer: waiting }, at).lines[0]).toContain('You need 3 seats at once')
  const lineAt = (position: number, count: number) => {
    const answer = ownRsvp({ waiting: [{ role: 'Cook', position, page: 0, nth: position, rev: 1, needs: 3 }] })
    const coverage = [{ _id: 'c', name: 'Cook', total: 5, count }]
    return wordsOf({ state: 'waiting', next: null }, { ...about, answer, coverage }, at).lines[0]
  }
  expect(lineAt(1, 3)).toBe('You’re next for 2 seats; you need 3. Fewer go to those who need no more, and you keep your place.')
  expect(lineAt(2, 4)).toBe('1 seat is free; you need 3. Fewer go to those who need no more, and you keep your place.')
  expect(lineAt(1, 5)).toContain('You need 3 seats at once.')
  const offered = ownRsvp({ offers: [{ role: 'Cook', until: '2030-01-01T00:00:00.000Z', seats: 2 }] })
  expect(wordsOf({ state: 'offered', next: null }, { ...about, answer: offered }, at)).toMatchObject({
    title: '2 seats as Cook are held for you',
    lines: ['Until noon, then they go to the next person.'],
  })
  expect(shortSentence({ name: 'Cook', left: 1, needed: 2, isOffered: false })).toBe('Role "Cook" has 1 seat left, and you need 2.')
  expect(shortSentence({ name: 'Cook', left: 0, needed: 2, isOffered: false })).toBe('Role "Cook" is already full.')
})

test('R174, R171 organizers read who comes along in the table and the file, and each signs for themselves', async () => {
  const row = aRow(1, {
    name: 'Ada',
    roles: ['Speaker'],
    companions: [
      { _id: 'a', name: '=1+1' },
      { _id: 'b', name: '', roles: ['Host'] },
    ],
  })
  await show(<HeldRoles timeZone="UTC" row={row} />)
  expect(text()).toContain('+2: =1+1, Guest of Ada (2) (Host)')
  expect((await csvText(answersTable([row], 'UTC'))).split('\r\n')[1]).toMatch(/"?'=1\+1, Guest of Ada \(2\) \(Host\)"?$/)
  const [speakers, hosts] = rosterOf(
    {
      roles: [
        { _id: 's', name: 'Speaker', max: 2 },
        { _id: 'h', name: 'Host', max: 2 },
      ],
    },
    [row],
  )
  expect([speakers?.people.map(({ name }) => name), hosts?.people.map(({ name }) => name)]).toEqual([['Ada', '=1+1'], ['Guest of Ada (2)']])
})

test('R171, R173 the card’s menu lets one come without somebody, and take fewer seats than are held', () => {
  const until = '2099-01-01T00:00:00.000Z'
  const saved = (over: Partial<OwnRsvp>) => ({ ...ownRsvp(over), roleIds: [], start: null })
  const asked: string[] = []
  const asking = { leave: ({ _id }: AskedAbout) => asked.push(`leave ${_id}`), link: ({ _id }: AskedAbout) => asked.push(`link ${_id}`) }
  const items = partyItems(
    {
      form: formView(),
      saved: saved({ companions: [{ _id: 'm', name: 'Mia' }], offers: [{ role: 'Cook', until, seats: 3 }] }),
      state: 'offered',
    },
    asking,
  )
  const all = ['Accept 2 of the 3 seats', 'Accept 1 of the 3 seats', 'Let Mia answer for themselves', 'Come without Mia']
  expect(items.map(({ label }) => label)).toEqual(all)
  for (const item of items.slice(2)) item.onSelect?.()
  expect(asked).toEqual(['link m', 'leave m'])
  expect(partyItems({ form: formView(), saved: saved({}), state: 'coming' }, asking)).toEqual([])
})

test('R171 coming without somebody sends the others, and taking fewer says how many', async () => {
  const form = formView()
  const sent = serve(() => ({ body: { rsvp: ownRsvp(), roleCoverage: [], form } }))
  const companions = [
    { _id: 'm', name: 'Mia' },
    { _id: 'n', name: '', roles: ['Host'] },
  ]
  await comeWithout(form, { ...ownRsvp({ roles: ['Cook'], companions }), roleIds: ['cook'], start: null }, 'm')
  await acceptOffer(form, { role: 'Cook' }, { seats: 2 })
  expect(sent.map(({ body }) => body)).toMatchObject([
    { attending: true, roles: ['Cook'], companions: [{ _id: 'n', name: '', roles: ['Host'] }] },
    { role: 'Cook', accept: true, seats: 2 },
  ])
})
