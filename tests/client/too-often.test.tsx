// A guest who is told to wait: whatever page they opened and whatever they pressed, it says when, and what else they can do (R228). The pages are those of the client itself.
import { act, fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Site } from '#client/app.tsx'
import { takeGuestToken } from '#client/rsvp/guest-link.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { SeveralPage } from '#client/several/several-page.tsx'
import { pagePaths } from '#protocol/kernel/pages.ts'
import { type Answer, type Asked, drawn, leave, serve, settle, show, showAt, text } from './page-kit.tsx'

const sentence = 'Too many requests. Please try again in 12 minutes. From another network, such as mobile data, it works at once.'
const id = 'a'.repeat(24)
/** Asked by every page for itself, or for who is signed in; what hangs on them, the page shows without. */
const aside = /^\/(tier-limits|auth\/me|health)/
const tooOften: Answer = ({ path }) =>
  aside.test(path) ? undefined : { status: 429, body: { error: sentence, code: 'rate-limited', seconds: 700 } }
const refusedOf = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => !aside.test(path)).map(({ method, path }) => `${method} ${path.split('?')[0]}`)

const typedFor = ({ type, inputMode, name, autocomplete }: HTMLInputElement) =>
  type === 'email' || autocomplete === 'email' ? 'ann@guests.test' : type === 'password' ? 'a long password' : inputMode === 'text' ? 'ABC234' : `${name}Ann` // biome-ignore format: one line

async function open(path: string) {
  const filled = path.replace(/:\w+/g, id)
  await leave()
  window.history.replaceState(null, '', `${filled}?token=${'x'.repeat(43)}#token=${'x'.repeat(43)}`)
  await show(<Site />, `${filled}?token=${'x'.repeat(43)}`)
  await drawn(() => expect(text()).not.toMatch(/^$|Loading\.\.\./))
  for (let nth = 0; nth < 10; nth++) await settle()
}
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('main button:not([aria-haspopup]):not(:disabled)')]

/** What was refused on the way to a page, and by each of its buttons, and is not said there. */
async function unsaid(path: string) {
  const found: string[] = []
  let refused = 0
  const look = (asked: readonly Asked[], after: string) => {
    const calls = refusedOf(asked)
    refused += calls.length
    if (calls.length > 0 && !text().includes(sentence)) found.push(`${path} ${after}: ${calls.join()}`)
  }
  const asked = serve(tooOften)
  await open(path)
  look(asked, 'opened')
  for (let nth = 0; nth < buttons().length; nth++) {
    const before = asked.length
    for (const one of document.querySelectorAll<HTMLInputElement>('main input'))
      if (one.type === 'checkbox' && !one.checked) fireEvent.click(one)
      else if (one.type !== 'checkbox') fireEvent.change(one, { target: { value: typedFor(one) } })
    const button = buttons()[nth]
    await act(async () => button?.click())
    for (let turn = 0; turn < 5; turn++) await settle()
    look(asked.slice(before), `“${button?.textContent}”`)
  }
  return { found, refused }
}

test('R228 every page says when to come back and what else to do, when it was refused as it opened or at a press', {
  timeout: 600_000,
}, async () => {
  const found: string[] = []
  const refusing: string[] = []
  for (const path of pagePaths) {
    const one = await unsaid(path)
    found.push(...one.found)
    if (one.refused > 0) refusing.push(path)
  }
  expect(found).toEqual([])
  expect(refusing).toEqual(
    expect.arrayContaining(['/login', '/verify-email', '/token', '/my-answers', '/unsubscribe', '/companion', '/hand-over', '/p']),
  )
})

test('R228 the invitation says so too, opened by a link or by a personal one, and so does that to several groups', async () => {
  for (const search of ['', `?guest=${'x'.repeat(43)}`]) {
    serve(tooOften)
    window.history.replaceState(null, '', `/rsvp/${id}${search}`)
    takeGuestToken()
    await showAt('/rsvp/:groupId', <RsvpPage />, `/rsvp/${id}`)
    await drawn(() => expect(text()).toContain(sentence))
  }
  serve(tooOften)
  await showAt('/rsvp/event/:eventId', <SeveralPage />, `/rsvp/event/${id}`)
  await drawn(() => expect(text()).toContain(sentence))
})
