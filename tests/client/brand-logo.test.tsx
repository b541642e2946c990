// The logo of a brand: chosen before the brand is saved, it goes along, and it is kept until it has arrived.
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BrandPage } from '#client/brand/brand-page.tsx'
import { tonesOf } from '#protocol/people/brand/tones.ts'
import { type Answer, button, drawn, field, press, serve, show, text, type } from './page-kit.tsx'

const brand = { _id: 'b1', rev: 1, name: 'Harbor Choir', accent: '#2f5bd7', replyName: '', hideMadeWith: false, logo: null, isShown: true }
const shown = (its: object | null) => ({
  brand: its,
  tones: tonesOf('#2f5bd7'),
  orgId: null,
  mayUse: true,
  mayHideMadeWith: false,
  takenOffAt: null,
})
const arrived = { ...brand, rev: 2, logo: { url: '/brand/a.png', largeUrl: '/brand/b.png', width: 80, height: 40 } }

/** What became of each sending of the logo, in order; the next waits until it is said. */
let sent: ((status: number) => Promise<void>)[] = []

beforeEach(() => {
  sent = []
  class Picture {
    onload = () => {}
    naturalWidth = 80
    naturalHeight = 40
    source = ''
    get src() {
      return this.source
    }
    set src(source: string) {
      this.source = source
      this.onload()
    }
  }
  class Sending {
    upload = {}
    status = 0
    responseText = ''
    onload = () => {}
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => null
    send() {
      sent.push((status) =>
        act(async () => {
          this.status = status
          this.responseText = JSON.stringify(
            status === 200 ? { ...shown(arrived), act: 'a'.repeat(24) } : { error: 'The disk is full.', code: 'x' },
          )
          this.onload()
        }),
      )
    }
  }
  vi.stubGlobal('Image', Picture)
  vi.stubGlobal('XMLHttpRequest', Sending)
  const canvas = HTMLCanvasElement.prototype
  vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage() {} } as never)
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['dot'])))
})

const logo = () => document.querySelector('img[alt="Logo, light"]')?.getAttribute('src')
async function choose() {
  const before = logo()
  const file = new File(['dot'], 'logo.png', { type: 'image/png' })
  await act(async () => void fireEvent.change(field('Picture file'), { target: { files: [file] } }))
  await drawn(() => expect(logo()).not.toBe(before))
}
const sending = (nth: number) => drawn(() => expect(sent).toHaveLength(nth))

/** Opens the page of whoever has this brand, and serves it. */
async function open(had: object | null, save: Answer = () => ({ body: { ...shown(brand), act: 'b'.repeat(24) } })) {
  const asked = serve((one) => {
    if (one.path === '/brand') return one.method === 'GET' ? { body: shown(had) } : save(one)
    return undefined
  })
  await show(<BrandPage />, '/brand')
  await drawn(() => field('Name'))
  return asked
}

test('R214 one press saves the brand and sends the logo that was chosen before, which stays until it has arrived', async () => {
  const asked = await open(null)
  await choose()
  expect(text()).toContain('It goes along when you press Save brand.')
  await type('Name', 'Harbor Choir')
  await press('Save brand')
  await sending(1)
  expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect(logo()).toMatch(/^data:/)
  expect(button('Saving...').disabled).toBe(true)
  await sent[0]?.(200)
  await drawn(() => expect(logo()).toBe('/brand/a.png'))
  expect(text()).toContain('Logo saved')
})

test('R214 a logo that could not be sent with its brand stays, with why, and a press sends it again', async () => {
  await open(null)
  await choose()
  await type('Name', 'Harbor Choir')
  await press('Save brand')
  await sending(1)
  await sent[0]?.(507)
  await drawn(() => expect(text()).toContain('The disk is full.'))
  expect(text()).toContain('Brand saved')
  expect(logo()).toMatch(/^data:/)
  await press('Save logo')
  await sending(2)
  await sent[1]?.(200)
  await drawn(() => expect(logo()).toBe('/brand/a.png'))
  expect(text()).not.toContain('The disk is full.')
  expect(button('Remove logo').disabled).toBe(false)
})

test('R214 where the brand could not be saved its logo is not sent, and stays', async () => {
  await open(null, () => ({ status: 500, body: { error: 'Not now.', code: 'x' } }))
  await choose()
  await type('Name', 'Harbor Choir')
  await press('Save brand')
  await drawn(() => expect(text()).toContain('Not now.'))
  expect(sent).toHaveLength(0)
  expect(logo()).toMatch(/^data:/)
})

test('R214 a new logo of a brand that is there is sent at once; what failed can be let go for the one before', async () => {
  await open(arrived)
  await choose()
  await sending(1)
  await sent[0]?.(507)
  await drawn(() => expect(text()).toContain('The disk is full.'))
  expect(logo()).toMatch(/^data:/)
  await press('Discard')
  expect(logo()).toBe('/brand/a.png')
  expect(text()).not.toContain('The disk is full.')
})
