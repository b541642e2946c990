// What every email says (R131), from the list of all emails: one that is written and not in the list is found, and so is one that leaves something out.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namelessHost } from '#protocol/kernel/texts.ts'
import { readSamples } from '#server/app/dev/samples.ts'
import { facts } from '#server/kernel/emails/parts.ts'

const url = 'https://rolecall.example'
/** Those about no event: the way in to an account, an organization, a group that stands alone, and many events at once. */
const aboutNone = new Set(
  'verifyEmail accountExistsEmail accountMadeEmail linkEmail resetEmail groupCreatedEmail upgradeEndedEmail paymentDueEmail everyGroupEmail memberInvitedEmail'.split(
    ' ',
  ),
)
/** Those about several events, or one that nobody can see yet: without a picture. */
const pictureless = new Set('linksEmail digestEmail publishEmail'.split(' '))
const all = readSamples(url)
const aboutEvents = all.filter(({ name }) => !aboutNone.has(name))
const faults = (wrong: (email: (typeof all)[number]) => boolean, of = all) => of.filter(wrong).map(({ name }) => name)

test('R131 every email that anything writes is in the list of samples', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(people|seats|mail)\/emails\/.*\.ts$/.test(file),
  )
  const written = files.flatMap((file) =>
    [...readFileSync(`server/${file}`, 'utf8').matchAll(/^export (?:const|function) (\w+Email)\b/gm)].map(([, name = '']) => name),
  )
  expect(written.length).toBeGreaterThan(35)
  expect(all.map(({ name }) => name).toSorted()).toEqual(written.toSorted())
  expect([...aboutNone, ...pictureless].filter((name) => !written.includes(name))).toEqual([])
})

test('R131, R241 an email that speaks of an event says event, time, place and host, its month as a word, in both its parts', () => {
  const said = ['Open stage night', 'Sat, 5 Dec 2026, 7:30 PM CET', 'Main Hall, Station Street 5', 'Lena Park']
  expect(
    faults(({ text, html }) => said.some((fact) => !text.includes(fact) || !html.replaceAll('\u00a0', ' ').includes(fact)), aboutEvents),
  ).toEqual([])
  const numeric = /\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{4}-\d{2}-\d{2}|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b/
  expect(faults(({ text, subject }) => numeric.test(`${subject} ${text}`))).toEqual([])
})

test('R131 the picture is one: the event’s, once, at the top of each email about one event', () => {
  const pictures = (html: string) => [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)
  const ofOne = aboutEvents.filter(({ name }) => !pictureless.has(name))
  expect(faults(({ html }) => !/^\s*<img /.test(html.split('>Rolecall</p>')[1] ?? ''), ofOne)).toEqual([])
  expect(new Set(ofOne.map(({ html }) => pictures(html).join()))).toEqual(new Set([`${url}/og/0123456789abcdef01234567.png`]))
  expect(faults(({ html }) => pictures(html).length > 0).filter((name) => aboutNone.has(name) || pictureless.has(name))).toEqual([])
})

test('R131, R128a subject, preview and text say what it is about; no address with a token stands in the HTML', () => {
  expect(faults(({ subject }) => subject.length < 12 || subject.length > 90)).toEqual([])
  const preview = (html: string) => /overflow:hidden">([^<]*)</.exec(html)?.[1]?.trim() ?? ''
  expect(faults(({ html }) => preview(html).length < 40 || preview(html).length > 200)).toEqual([])
  expect(faults(({ html }) => html.replaceAll(/ (?:href|src)="[^"]*"/g, '').includes('token='))).toEqual([])
  const links = (html: string) =>
    [...html.matchAll(/<a class="(?:button|second|quiet)" href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  expect(faults(({ html, text }) => links(html).some((link) => !text.split('\n').includes(link)))).toEqual([])
})

const headline = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? ''

test('R131a an email about a standing begins with it, as the page says it; a question has its button before the facts', () => {
  const said = (name: string, of = all) => headline(of.find((one) => one.name === name)?.html ?? '')
  expect(said('rsvpEmail')).toBe('You’re coming as Speaker and Host')
  expect(said('waitingEmail')).toMatch(/^You’re number \d+ in line for /)
  expect(said('seatOfferedEmail')).toMatch(/^(A seat|\d+ seats) as .+ (is|are) held for you$/)
  expect(said('seatGivenEmail')).toBe('You’re coming as Speaker')
  expect(said('assignedEmail')).toBe('You’re coming as Speaker')
  expect(said('cancelledEmail')).toBe('This event was canceled')
  expect(said('invitationEmail')).toBe('You are invited')
  expect(said('nudgeEmail')).toMatch(/^You have (a seat|seats) as /)
  expect(said('severalEmail')).toMatch(/^You’re coming: 3 shifts/)
  expect(said('remindersEmail')).toBe('You’re coming: 3 shifts, 4 hours')
  expect(said('remindersEmail', readSamples(url, false))).toMatch(/^You have seats as /)
  expect(said('assignedEmail', readSamples(url, false))).toMatch(/^You have a seat as /)
  const places = (html: string) => [html.indexOf('class="button"'), html.indexOf('class="well"')] as const
  const isAsked = (html: string) => />(?:Confirm|Answer|Accept or decline)<\/a>/.test(html)
  const stood = all.filter(({ html }) => headline(html))
  expect(stood.length).toBeGreaterThan(6)
  expect(new Set(stood.map(({ html }) => isAsked(html)))).toEqual(new Set([true, false]))
  for (const { name, html } of stood) {
    const [button, well] = places(html)
    expect([name, button < well]).toEqual([name, isAsked(html)])
  }
})

test('R131a what accepting gives back is said before the button that accepts', () => {
  const { html = '' } = all.find(({ name }) => name === 'seatOfferedEmail') ?? {}
  const [given, button, well] = ['you give that one back', 'class="button"', 'class="well"'].map((one) => html.indexOf(one))
  expect(given).toBeGreaterThan(0)
  expect([given, button, well]).toEqual([given, button, well].toSorted((one = 0, other = 0) => one - other))
})

test('R131b the code leads the line that a mailbox shows unopened', () => {
  const { html = '', text = '' } = all.find(({ name }) => name === 'codeEmail') ?? {}
  const code = /^([A-Z0-9]{6})$/m.exec(text)?.[1] ?? 'none'
  expect(/overflow:hidden">([^<]*)</.exec(html)?.[1]).toMatch(new RegExp(`^${code} is your code\\.`))
})

/** What only somebody who has answered can be told of. */
const ofAnAnswer = /\byour answers?\b|\byou said\b|\byou are (still )?(coming|not coming)\b|\bthank/i
/** What nobody gets who hasn't answered: it is about their answer, or a seat of theirs that they hand over. */
const ofAnswering = new Set(
  'rsvpEmail severalEmail waitingEmail reminderEmail linksEmail acceptedEmail claimedEmail declinedEmail lapsedEmail testEmail'.split(' '),
)

test('R131 nobody is told about an answer they never gave; control: who gave one is', () => {
  const strangers = readSamples(url, false)
  expect(faults(({ text, subject, name }) => !ofAnswering.has(name) && ofAnAnswer.test(`${subject} ${text}`), strangers)).toEqual([])
  expect(faults(({ text }) => ofAnAnswer.test(text)).length).toBeGreaterThan(15)
})

test('R131 roles are told as people say them, and who organizes is not called as a role may be', () => {
  expect(all.find(({ name }) => name === 'rsvpEmail')?.text).toContain('as Speaker and Host.')
  expect(faults(({ text }) => text.includes('Speaker, Host'))).toEqual([])
  expect(faults(({ text }) => !text.includes('\nOrganizer: Lena Park') || text.includes('\nHost: '), aboutEvents)).toEqual([])
  const start = '2026-12-05T18:30:00.000Z'
  expect(facts({ name: 'Chess', start, organizerName: namelessHost })[0]?.rows.map(([label]) => label)).toEqual(['When'])
})

test('R131 a message names its host', () => {
  for (const email of all.filter(({ name }) => name === 'messageEmail' || name === 'testEmail'))
    expect(email.text).toMatch(/^Lena Park writes about “Open stage night”:\n/)
})
