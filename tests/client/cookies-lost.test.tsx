// R229: a browser that keeps no cookies is told so at once after whatever says who somebody is, with what to do; one that keeps them hears nothing.
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '#client/lib/call.ts'
import { accessApi } from '#protocol/people/access.ts'
import { drawn, serve, settle, show, text } from './page-kit.tsx'

afterEach(() => vi.restoreAllMocks())

const open = async () => {
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
  expect([text().includes('cookies'), document.cookie]).toEqual([false, ''])
})
