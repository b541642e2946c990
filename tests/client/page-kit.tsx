// What the event pages' tests need: a page in a document, hands to use it with, and a server that answers as the test says.
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { useClock } from '#client/lib/now.ts'
import { forgetTokens } from '#client/lib/session.ts'
import { submitBar } from '#client/rsvp/proof/lazy-parts.ts'
import { dialogWindow } from '#client/ui/actions/dialog.tsx'
import { menuList } from '#client/ui/actions/menu.tsx'
import { Toaster, toast } from '#client/ui/feedback/toast.tsx'
import { comboboxList } from '#client/ui/fields/combobox/combobox.tsx'
import { tierLimits } from '#protocol/kernel/limits.ts'
import { morning } from '../kit/world/clock.ts'
import { comes, timeoutMs } from '../kit/world/pace.ts'
import { forgetGroups } from './group-fixtures.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
configure({ asyncUtilTimeout: timeoutMs })

export interface Asked {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}
/** Answers one call: a body, or a status with a body; 'offline' is a server that can't be reached. */
export type Answer = (asked: Asked) => { status?: number; body: unknown } | 'offline' | undefined

/** Answers every fetch, by a server's clock; what the test doesn't know is a 404. Returns what was asked, in order. */
export function serve(answer: Answer, clock = () => Date.now()): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const one: Asked = {
      method: init.method ?? 'GET',
      path: url.replace(/^\/api/, ''),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    }
    asked.push(one)
    const given = answer(one) ?? { status: 404, body: { error: 'There is no such call.', code: 'call-unknown' } }
    if (given === 'offline') throw new TypeError('fetch failed')
    const headers = { 'content-type': 'application/json', date: new Date(clock()).toUTCString() }
    return new Response(JSON.stringify(given.body), { status: given.status ?? 200, headers })
  })
  return asked
}

export const freeLimits: Answer = ({ path }) => (path === '/tier-limits' ? { body: tierLimits('free') } : undefined)

let tokens = 0
/** A token that nobody has had yet. */
export const newToken = () => `token ${++tokens}`

/** Draws a page at `path`; gives where the visitor has been led. */
export async function show(page: ReactNode, path = '/') {
  // As on a page that has rested.
  await Promise.all([dialogWindow.ready(), menuList.ready(), comboboxList.ready(), submitBar.ready()])
  const { hook, searchHook, history } = memoryLocation({ path, record: true })
  document.body.replaceChildren()
  // Of the styles only what hides: a busy label that isn't shown is no part of its button's name.
  document.head.innerHTML = '<style>.invisible { visibility: hidden }</style>'
  await act(async () => {
    render(
      <Router hook={hook} searchHook={searchHook}>
        {page}
        <Toaster />
      </Router>,
    )
  })
  return { at: () => history.at(-1) }
}

/** Draws a page whose path has parts that it reads. */
export const showAt = (route: string, page: ReactNode, path: string) => show(<Route path={route}>{page}</Route>, path)

/** R230: the texts that share their element with something else, so that React holds on to them while a translation takes them out. */
const crowded = () =>
  [...document.body.querySelectorAll('*')].flatMap(({ tagName, childNodes }) => {
    const inside = [...childNodes].filter(({ nodeType, textContent }) => nodeType === 1 || (nodeType === 3 && textContent?.trim()))
    return inside.length > 1 ? inside.filter(({ nodeType }) => nodeType === 3).map((text) => `${tagName}: ${text.textContent}`) : []
  })

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** What somebody sees of a control: not what is hidden, or kept for screen readers; of a field what labels it. */
function textInSight(control: Element): string {
  const copy = control.cloneNode(true)
  if (!(copy instanceof HTMLElement) || control.matches('select, input, textarea')) return ''
  for (const unseen of copy.querySelectorAll('.sr-only, .invisible, [hidden], [aria-hidden=true], svg, style')) unseen.remove()
  return copy.textContent ?? ''
}

/** R249: the controls whose name leaves out what stands on them: whoever speaks to the page says what they see. */
export const misnamed = () =>
  [...document.body.querySelectorAll('button, a[href], summary, label, [role=button], [role=tab], [role=option], [role=menuitem]')].flatMap(
    (control) => {
      const named = control instanceof HTMLLabelElement ? control.control : control
      const name = named?.getAttribute('aria-label')
      const text = textInSight(control)
      return name && !plain(name).includes(plain(text)) ? [`“${text}” is called “${name}”`] : []
    },
  )

export async function leave() {
  const texts = crowded()
  const names = misnamed()
  await act(async () => cleanup())
  if (names.length > 0) throw new Error(`names without the text in sight: ${names.join(', ')}`)
  if (texts.length > 0) throw new Error(`texts without an element of their own: ${texts.join(', ')}`)
}

// Every file has this after each of its tests, since it loads this one anew (fresh-page.ts).
afterEach(async () => {
  vi.useRealTimers()
  vi.setSystemTime(morning)
  await act(async () => toast.remove())
  await leave()
  useClock.setState({ offset: 0 })
  forgetGroups()
  forgetTokens()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

/** As it is where no test holds time. */
const { setTimeout: later } = globalThis

/** Lets promises and effects settle, once all parts of the page that were asked for have come. */
export const settle = () =>
  act(async () => {
    await vi.dynamicImportSettled()
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(5)
    await new Promise((done) => later(done, 5))
  })

/**
 * Does something to the page while time stands still, then lets so much of it pass: what the page does once that has rested is done. From then on time
 * passes only where somebody waits for something, so that no timer of the page is lost.
 */
export async function resting(ms: number, doing: () => Promise<unknown>) {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() })
  await doing()
  // Bit by bit, since what is drawn on the way may wait as well.
  for (let left = ms; left > 0; left -= 100) await act(() => vi.advanceTimersByTimeAsync(Math.min(100, left)))
  await settle()
}

/** Waits until `look` throws no more, and lets the page draw before each look: thrown inside of act, it would keep the page from it. */
export const drawn = <T,>(look: () => T): Promise<T> =>
  comes(async () => {
    await settle()
    return look()
  })

/** What the page says, without the options of its selects. */
export function text(): string {
  const copy = document.body.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const select of copy.querySelectorAll('select')) select.remove()
  return copy.textContent ?? ''
}

/** The control that a label names. */
export function field(label: string): HTMLInputElement {
  const named = [...document.querySelectorAll('label')].find((one) => one.textContent?.replace(/(\*|Optional)$/, '') === label)
  const found = named
    ? (named.querySelector('input') ?? document.getElementById(named.htmlFor))
    : document.querySelector(`[aria-label="${label}"]`)
  if (!found) throw new Error(`No field "${label}" in: ${text()}`)
  return found as HTMLInputElement
}

const startingWith = (name: string) => ({ name: (said: string) => said.startsWith(name) })

/** The first button whose name begins so, anywhere on the page or in one part of it. */
export function button(name: string, part: HTMLElement = document.body): HTMLButtonElement {
  const [found] = within(part).queryAllByRole<HTMLButtonElement>('button', startingWith(name))
  if (!found) throw new Error(`No button "${name}" in: ${text()}`)
  return found
}

/** What the heading of a level says; '' where there is none. */
export const heading = (level: number) => screen.queryAllByRole('heading', { level })[0]?.textContent ?? ''

export async function type(label: string, value: string) {
  const control = field(label)
  await act(async () => void (control.tagName === 'SELECT' ? fireEvent.change : fireEvent.input)(control, { target: { value } }))
}

/** Opens the menu of a button, whose list may or may not have come by now: a click opens it before, a key after. */
export async function openMenu(name: string) {
  const isOpen = () => document.querySelector('[role=menu]') !== null
  await press(name)
  if (!isOpen() && button(name).getAttribute('aria-expanded') === 'false') {
    button(name).focus()
    await act(async () => fireEvent.keyDown(button(name), { key: 'Enter' }))
  }
  await drawn(() => {
    if (!isOpen()) throw new Error(`The menu of "${name}" doesn't open`)
  })
}

/** Opens what creation folds away, whose fields come late. */
export async function unfoldMore() {
  await act(async () => {
    const [fold] = [...document.querySelectorAll('details')].filter((one) => one.textContent?.startsWith('More about the event'))
    if (!fold) throw new Error(`Nothing is folded in: ${text()}`)
    fold.open = true
    fireEvent(fold, new Event('toggle'))
  })
  await drawn(() => field('Place'))
}

export async function press(name: string, part?: HTMLElement) {
  await act(async () => button(name, part).click())
  await settle()
}

/** A datetime-local text some days ahead. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
