// The privacy page against what is really kept: each cookie the product sets, each personal field of an answer, and the log of the door.
import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { PrivacyPage } from '#client/home/texts/privacy-page.tsx'
import { rsvpFields } from '#server/seats/model/rsvp-fields.ts'
import { serve, show, text } from './page-kit.tsx'

type Fields = typeof rsvpFields
type Personal = { [K in keyof Fields]: Fields[K]['erased'] extends 'stays' ? never : K }[keyof Fields]

/** What the page says of each; a new field is missed here by the type check. */
const said: Readonly<Record<Personal, string>> = {
  email: 'your email address',
  name: 'the name you type',
  note: 'your note',
  answers: 'your answers to the organizer’s questions',
  companions: 'the names of those you bring along',
  invitation: 'when you were invited and first opened the invitation',
  orgId: 'the organization as whose member you come',
  changes: 'how often you change your answer',
  removalTold: 'whether you were told',
  handOver: 'the name and email address of whom you offer your seat',
  handOverUntil: 'until when that offer holds',
  handOverTo: 'the name and email address of whom you offer your seat',
  cameBy: 'how you came by your seat',
  despite: 'other groups at the same time',
  addressFault: 'If emails don’t reach an address',
}
const ofCookies: Readonly<Record<string, string>> = {
  proof: 'the proof of your email address',
  organizer: 'your login',
  signedIn: 'your login',
  browser: 'that someone has logged in with this browser before',
  team: 'that you help with an event',
  door: 'that this phone is at the door of an event',
  aside: 'for half an hour, that you are not the person whose answer was given with this browser',
}

const isServed = (name: string) => /\.(tsx?|js)$/.test(name)
const textsOf = (top: string) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter(isServed)
    .map((name) => readFileSync(`${top}/${name}`, 'utf8'))
/** What each call of the one function that makes cookies names; an app's sample lives for no second. */
const cookiesIn = (texts: readonly string[]) => {
  const made = texts.flatMap((one) => [...one.matchAll(/\bcookieOf\([\w.]+, ([^,]+)/g)].map(([, name = '']) => name))
  return [...new Set(made.filter((name) => name !== "'rolecall_sample'").map((name) => /^(\w+)Cookie\(/.exec(name)?.[1] ?? name))]
}

const words = async () => {
  serve(() => undefined)
  await show(<PrivacyPage />)
  return text().replace(/\s+/g, ' ')
}
/** Of so many things, those that a page with such words doesn't speak of. */
const unsaid = (page: string, all: Readonly<Record<string, string>>) =>
  Object.entries(all).flatMap(([name, phrase]) => (page.includes(phrase) ? [] : [name]))

beforeEach(() => {
  document.documentElement.dataset.retentionDays = '30'
})

it('R96b the privacy page names each cookie that the product sets by what it is for; control', async () => {
  expect(cookiesIn(textsOf('server')).sort()).toEqual(Object.keys(ofCookies).sort())
  expect(cookiesIn(['cookieOf(services, tasteCookie(publicUrl), value, 1)'])).toEqual(['taste'])
  const page = await words()
  expect(unsaid(page, ofCookies)).toEqual([])
  expect(unsaid(page.replace('that you help with an event', ''), ofCookies)).toEqual(['team'])
})

it('R96b one place makes cookies, and a script of a page only ends them, tries whether they are kept, or says that somebody else reads (R239a)', () => {
  const makers = textsOf('server').filter((one) => /\bgenerate(Signed)?Cookie\(|\bset(Signed)?Cookie\(/.test(one))
  expect(makers).toHaveLength(1)
  const writers = textsOf('client').filter((one) => /document\.cookie\s*=[^=]|cookieStore\.set/.test(one))
  expect(writers.filter((one) => !one.includes('Expires=Thu, 01 Jan 1970'))).toEqual([])
  expect(writers.filter((one) => one.includes('Max-Age'))).toEqual([expect.stringContaining('rolecall_aside_')])
})

it('R96b it speaks of every field of an answer that goes when its person is erased, and of the log of the door', async () => {
  const personal = Object.entries(rsvpFields).flatMap(([name, { erased }]) => (erased === 'stays' ? [] : [name]))
  expect(Object.keys(said).sort()).toEqual(personal.sort())
  const page = await words()
  expect(unsaid(page, said)).toEqual([])
  expect(page).toContain('when you went in and out, and at which door')
})
