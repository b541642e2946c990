// R229: a browser that keeps no cookies is told so at once after whatever says who somebody is, with what to do; one that keeps them hears nothing.
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '#client/lib/call.ts'
import { useSession } from '#client/lib/session.ts'
import { accessApi } from '#protocol/people/access.ts'
import { drawn, newToken, serve, settle, show, text } from './page-kit.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  // biome-ignore lint/suspicious/noDocumentCookie: so that it is gone
  document.cookie = `${mark}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
})

/** Without the cookie, as something on the way takes it out, and with the mark of a session that is kept. */
const mark = 'rolecall_signed_in=a'
const open = async (cookie = mark) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  if (cookie) document.cookie = cookie
  serve(() => ({ body: { success: true } }))
  await show(<p>A page</p>)
  await call(accessApi.openLink, { token: 'a'.repeat(43) })
}

it('R229 says what is wrong and what to do, until it is put away', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  await open()
  await drawn(() => expect(text()).toContain('Your browser keeps no cookies from this site'))
  expect(text()).toContain('Please allow them in its settings, or use another browser')
})

it('R229 says so too where even asking is forbidden', async () => {
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  await open()
  await drawn(() => expect(text()).toContain('Your browser keeps no cookies'))
})

it('R229 says nothing where they are kept, and leaves none of its own', async () => {
  await open()
  await settle()
  expect([text().includes('cookies'), document.cookie]).toEqual([false, mark])
})

it('R229 says so where cookies are kept, but the one of the session didn’t arrive', async () => {
  await open('')
  await drawn(() => expect(text()).toContain('Your browser keeps no cookies from this site'))
})

it('R229 says nothing of that to whoever is logged in', async () => {
  useSession.setState({ token: newToken() })
  await open('')
  await settle()
  expect(text()).not.toContain('cookies')
})
