// What people typed, where it leaves without a browser: refusals, headers and texts of emails, redirects, and the file for a spreadsheet.
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { api } from '#protocol/api.ts'
import { post } from '#protocol/kernel/endpoint.ts'
import { prose } from '#protocol/kernel/fields.ts'
import { orgApi } from '#protocol/people/org.ts'
import { eventApi } from '#protocol/seats/event.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { renderEmail } from '#server/kernel/emails/layout.ts'
import { unlinked } from '#server/kernel/emails/names.ts'
import { type OutgoingEmail, smtpMailer } from '#server/kernel/ports/mailer.ts'
import { headersOfAll } from '#server/mail/delivery/complete-email.ts'
import { readOutbox } from '#server/mail/delivery/recent-emails.ts'
import { foreignAddresses, foreignHost, formulas, formulasIn, payloads } from '../kit/hostile/markup.ts'
import { travel } from '../kit/hostile/probes.ts'
import { freePlaces, neverShown, planted, shownPlaces, type TextPlace, takes, textPlaces } from '../kit/hostile/texts.ts'
import { openSmtp } from '../kit/world/smtp.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const places = textPlaces(api)

/** What else must stand in the path, so that it leads to the call. */
const idsOf = ({ endpoint }: TextPlace) =>
  Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '0'.repeat(24)]))

test('S14 forty texts in every text of the contract: what a schema has something against is a 400 of that field, and repeated nowhere', async () => {
  // R114: so that what is behind the operator's calls is reached.
  const world = await openWorld({ adminEmails: ['ada@people.test'] })
  const ada = await world.person('ada', 'team')
  let [sent, refused] = [0, 0]
  const faults: unknown[] = []
  for (const place of places)
    for (const { text } of payloads) {
      const { method, path, body } = travel(place.endpoint, JSON.stringify({ ...idsOf(place), ...planted(place.place, text) }))
      const answer = await world.send(method, path, body === undefined ? undefined : String(body), ada)
      const isRefused = !takes(place, text)
      // R224: where the body is a picture, that it is none may be said first.
      const says = place.endpoint.mostBytes === undefined ? [400] : [400, 415]
      const isRight = isRefused ? says.includes(answer.status) && !JSON.stringify(answer.body).includes(text) : answer.status < 500
      if (!isRight) faults.push([place.name, text, answer.status, answer.body])
      sent++
      refused += Number(isRefused)
    }
  expect(faults).toEqual([])
  expect([payloads.length, places.length > 100, sent > 4_000, refused > 2_000]).toEqual([40, true, true, true])
})

test('S14 every text that takes any character is known as shown or never shown, and a new one is found', () => {
  const free = freePlaces(api).map(({ name }) => name)
  expect(neverShown.filter((name) => !free.includes(name))).toEqual([])
  expect(shownPlaces(api).length).toBe(free.length - neverShown.length)
  const wider = { ...api, note: { write: post('/note', z.strictObject({ lines: z.array(prose(100)) }), z.object({})) } }
  expect(shownPlaces(wider).map(({ name }) => name)).toEqual([...shownPlaces(api).map(({ name }) => name), 'note.write lines.0'])
})

/** Everything a name of the world gets into an email: event, role, organization. */
async function lettersAbout(world: World, text: string, n: number): Promise<OutgoingEmail[]> {
  const ada = await world.person(`ada${n}`, 'team')
  const { orgId } = await world.ok(orgApi.create, { organization: { name: text }, owner: { email: ada.email } }, ada)
  await world.ok(orgApi.addBulk, { members: [{ name: text, email: `member${n}@people.test` }], orgId }, ada)
  const { groupId } = await world.event(
    ada,
    [{ name: text, max: 2 }],
    { name: text },
    { name: text, assignmentRules: { enableRoleSelfSelect: true } },
  )
  const { email } = await world.prove(`guest${n}@guests.test`, groupId)
  await world.answer(groupId, world.proven(email, groupId), [text], { name: text })
  const letters = await Promise.all([ada.email, email, `member${n}@people.test`].map((to) => readOutbox(world.services, to)))
  return letters.flat().map(({ _id, ...letter }) => ({ id: _id, ...letter }))
}

const usual = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
/** The names of the headers that stand in a message as it was sent. */
const headersOf = (raw: string) =>
  (raw.split(/\r?\n\r?\n/)[0] ?? '')
    .split(/\r?\n/)
    .flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? [])
    .sort()
const unusual = (letters: readonly string[]) => letters.filter((raw) => headersOf(raw).join() !== usual.join())
const taken = payloads.filter(({ text }) => takes({ name: '', endpoint: eventApi.update, place: ['name'] }, text))

/** A page of ours, by an id or a token, with nothing that somebody typed. */
const ourLink = /^http:\/\/rolecall\.test\/[\w-]+(\/[0-9a-f]+)?(\?[\w=&.-]+)?$/

test('M4 no text becomes a header, a recipient, or a line of its own in an email; links lead to us only', async () => {
  const [world, smtp] = [await openWorld(), await openSmtp()]
  const mailer = smtpMailer(smtp.url, 'Rolecall <hello@rolecall.test>')
  expect(taken.length).toBe(38)
  const letters: OutgoingEmail[] = []
  for (const [n, { text }] of taken.entries()) {
    const some = await lettersAbout(world, text, n)
    const isNamed = ({ subject }: OutgoingEmail) => subject.includes(text) || subject.includes(unlinked(text))
    expect(some.filter(isNamed).length).toBeGreaterThanOrEqual(2)
    const lines = some.flatMap(({ text: body }) => body.split('\n')).map((line) => line.trim())
    expect(lines.filter((line) => line === text || (/^https?:/.test(line) && !ourLink.test(line)))).toEqual([])
    letters.push(...some)
  }
  await Promise.all(letters.map((letter) => mailer.send(letter)))
  expect([letters.length, smtp.raws.length]).toEqual([38 * 4, 38 * 4])
  expect(unusual(smtp.raws)).toEqual([])
})

test('M4 a line end that got as far as the mailer, in subject, sender or recipient, makes no header; control: put together by hand, it does', async () => {
  const smtp = await openSmtp()
  const evil = ['\r\n', '\n', '\r', '\u2028', '\u0085', '%0d%0a', '=0D=0A', '\\r\\n', '\r\n ', '\v'].map(
    (end) => `x${end}Bcc: all@${foreignHost}`,
  )
  const from = (name: string) => smtpMailer(smtp.url, `${name} <hello@rolecall.test>`)
  const sent = evil.flatMap((text) => {
    const blocks = [{ p: text }, { link: `http://rolecall.test/${text}`, label: text }]
    const letter = {
      id: 'a'.repeat(24),
      to: 'a@guests.test',
      ...renderEmail({ subject: text, blocks }),
      headers: headersOfAll,
      attachments: [],
    }
    return [from('Rolecall').send(letter), from('Rolecall').send({ ...letter, subject: text }), from(`"${text}"`).send(letter)]
  })
  await Promise.all(sent)
  expect(smtp.raws.length).toBe(30)
  expect(unusual(smtp.raws)).toEqual([])

  const byHand = (name: string) =>
    `Auto-Submitted: auto-generated\r\nFrom: a@b.test\r\nTo: c@d.test\r\nSubject: ${name}\r\nDate: now\r\nMessage-ID: <1@b>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHello`
  expect(unusual([byHand('Party')])).toEqual([])
  expect(unusual(evil.map(byHand)).length).toBeGreaterThanOrEqual(2)
  expect(payloads.filter(({ harm, text }) => harm === 'header' && unusual([byHand(text)]).length === 1).length).toBe(2)
})

const rowOf = (name: string, nth: number): RsvpRow => ({
  _id: String(nth).padStart(24, '0'),
  rev: 1,
  eventId: null,
  groupId: '0'.repeat(24),
  orgId: null,
  name,
  email: `${/^[=+@-]/.test(name) ? name.slice(0, 1) : ''}a${nth}@guests.test`,
  maskedEmail: '',
  attending: true,
  roles: [name, name],
  confirmed: false,
  confirmationDate: null,
  updatedAt: '2026-12-01T09:00:00.000Z',
  formerMember: false,
})

test('S14 no cell of an exported file is a formula, whatever parts the cells; control: a file put together by hand is full of them', async () => {
  const rows = [...formulas, ...payloads.map(({ text }) => text)].map(rowOf)
  const csv = await csvText(answersTable(rows, 'UTC'))
  expect(formulasIn(csv)).toEqual([])
  const back = Papa.parse<string[]>(csv.replace('\ufeff', '')).data.slice(1)
  expect(back.map(([name]) => name?.replaceAll("'", ''))).toEqual(rows.map(({ name }) => name.replaceAll("'", '')))
  const byHand = rows.map(({ name, email, roles }) => [name, email, roles.join(';')].join(',')).join('\r\n')
  expect(formulasIn(byHand).length).toBeGreaterThanOrEqual(formulas.length)
  expect(formulas.filter((text) => formulasIn(text).length === 0)).toEqual([])
})

const asParameter = ['next', 'from', 'redirect', 'url', 'returnTo', 'continue'].map(
  (name) => (to: string) => `/login?${name}=${encodeURIComponent(to)}`,
)
const asPath = ['', '/', '/api', '/token', '/login/..', '/sandbox/checkout', '/dev/outbox', '/rsvp'].map(
  (start) => (to: string) => `${start}/${to}`.slice(start ? 0 : 1),
)

test('S3 no address in a path or a parameter makes an answer that sends the browser elsewhere', async () => {
  const world = await openWorld()
  let asked = 0
  for (const path of foreignAddresses.flatMap((to) => [...asParameter, ...asPath].map((at) => at(to)))) {
    const url = `http://rolecall.test${encodeURI(path).replaceAll('%25', '%')}`
    if (!URL.canParse(url) || new URL(url).host !== 'rolecall.test') continue
    asked++
    const { status, headers } = await world.send('GET', url)
    expect([path, status >= 300 && status < 400, headers.get('location'), headers.get('refresh')]).toEqual([path, false, null, null])
  }
  expect(asked).toBeGreaterThan(250)
})
