// R254: a proxy may make something else of the email addresses in a drawn page. The page is taken over all the same, and what was typed into it stays.
import { act } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDrawing } from '#client/server-entry.tsx'
import { hideAddresses, linkAddresses, removeAddresses } from '../kit/hostile/hidden-addresses.ts'
import { comes } from '../kit/world/pace.ts'
import { serve } from './page-kit.tsx'
import { formView, groupId } from './rsvp-fixtures.ts'

const address = 'jürgen+dinner@example.com'
const form = formView({ description: '' }, { description: `Write to ${address}, or call.`, location: `Ask ${address}`, dressCode: address })

/** What its script makes of that: texts beside texts. */
const uncovered = (place: Element) => {
  for (const one of place.querySelectorAll('[data-cfemail]')) one.replaceWith(address)
}
const proxies = {
  'none at all': { html: (html: string) => html, isKept: true },
  'Cloudflare, before its script has run': { html: hideAddresses, isKept: true },
  'Cloudflare, and its script': { html: hideAddresses, script: uncovered, isKept: true },
  'one that makes links of addresses': {
    html: linkAddresses,
    isKept: false,
  },
  'one that takes them out': { html: removeAddresses, isKept: false },
} as const

let html = ''
beforeAll(async () => {
  const draw = await openDrawing({ payments: 'on', supportEmail: 'help@rolecall.test', retentionDays: 90 })
  html = draw(`/rsvp/${groupId}`, { form })
})

const box = (name: string) => document.querySelector<HTMLInputElement>(`#main input[name="${name}"]`)

const quiet = (event: Event) => event.preventDefault()
window.addEventListener('error', quiet)
afterAll(() => window.removeEventListener('error', quiet))
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test.each(Object.entries(proxies))(
  'R254, R81c behind %s the page is taken over, says the addresses, and keeps what was typed',
  async (_, proxy) => {
    expect(html.split(address).length).toBeGreaterThan(3)
    serve(({ path }) => (path.startsWith('/rsvp/form') ? { body: { ...form, userEmail: '', userName: '', rsvp: null } } : undefined))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    window.happyDOM.setURL(`http://localhost:3000/rsvp/${groupId}`)
    document.body.innerHTML = `<div id="root">${proxy.html(html)}</div><script type="application/json" id="first-view"></script>`
    const left = document.getElementById('first-view')
    if (left) left.textContent = JSON.stringify({ form })
    const place = document.getElementById('root')
    if (place && 'script' in proxy) proxy.script(place)
    const first = box('email')
    for (const name of ['email', 'name']) {
      const field = box(name)
      if (field) field.value = `typed@${name}.example`
    }
    vi.resetModules()
    performance.clearMarks('answerable')
    await act(async () => void (await import('#client/main.tsx')))
    // Until the page is hydrated, what was typed stands there anyway.
    await comes(async () => expect(performance.getEntriesByName('answerable')).toHaveLength(1))
    expect(box('email')?.value).toBe('typed@email.example')
    expect(box('name')?.value).toBe('typed@name.example')
    expect(place?.textContent).toContain(`Write to ${address}, or call.`)
    // Drawn anew is drawn right, but whoever types there meanwhile loses the focus.
    expect(first?.isConnected).toBe(proxy.isKept)
  },
)
