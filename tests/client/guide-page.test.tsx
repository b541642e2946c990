// The User Guide on screen: whom it is for, what can't be done with it, and what is there when it did not load.
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GuidePage } from '#client/guide/guide-page.tsx'
import { giveMeaning } from '#client/guide/pdf-meaning.ts'
import { useSession } from '#client/lib/session.ts'
import type { Tier } from '#protocol/kernel/limits.ts'
import { ada } from './access-fixtures.ts'
import { drawn, heading, leave, press, serve, settle, show, text } from './page-kit.tsx'

const alerted = vi.fn<(text: string) => void>()
beforeEach(() => {
  serve(() => 'offline')
  vi.stubGlobal('alert', alerted.mockReset())
})

const send = async (event: Event, to: EventTarget = window) => {
  await act(async () => void to.dispatchEvent(event))
  return event.defaultPrevented
}
const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
const rightClick = () => new MouseEvent('contextmenu', { bubbles: true, cancelable: true })

describe('the page', () => {
  it('has its title and says whom it is for', async () => {
    await show(<GuidePage />)
    expect(heading(1)).toBe('User Guide')
    expect(text()).toContain('For Team and Enterprise users (v0.3)')
  })

  it('says when the guide did not load, and tries again', async () => {
    await show(<GuidePage />)
    await act(async () => vi.dynamicImportSettled())
    await drawn(() => expect(text()).toContain('The guide did not load'))
    await press('Try Again')
    await drawn(() => expect(text()).toContain('The guide did not load'))
  })
})

describe('taking the guide away', () => {
  it.each([
    { ctrlKey: true, key: 's' },
    { metaKey: true, key: 's' },
    { ctrlKey: true, key: 'p' },
    { metaKey: true, key: 'P' },
  ])('is blocked by %j with an alert', async (pressed) => {
    await show(<GuidePage />)
    expect(await send(key(pressed))).toBe(true)
    expect(alerted).toHaveBeenCalledWith('Download/print disabled for this document.')
  })

  it('is blocked by a right-click on the viewer, and nowhere else', async () => {
    await show(<GuidePage />)
    expect(await send(rightClick(), document.querySelector('[aria-label="The guide"]') as Element)).toBe(true)
    expect(alerted).toHaveBeenCalledOnce()
    expect(await send(rightClick(), document.querySelector('h1') as Element)).toBe(false)
  })

  it('leaves all other keys alone, and these too once the page is left', async () => {
    await show(<GuidePage />)
    expect([await send(key({ key: 's' })), await send(key({ ctrlKey: true, key: 'f' }))]).toEqual([false, false])
    await leave()
    expect(await send(key({ ctrlKey: true, key: 's' }))).toBe(false)
    expect(alerted).not.toHaveBeenCalled()
  })
})

describe('what a tagged PDF says', () => {
  it('makes headings of headings, one level down, and describes pictures', () => {
    const box = document.createElement('div')
    box.innerHTML =
      '<span id="a">Guide</span><span id="b">Long </span><span id="c">title</span><span id="d"></span><span id="e">text</span>'
    const content = (...ids: string[]) => ids.map((id) => ({ type: 'content', id }))
    giveMeaning(box, {
      role: 'Root',
      children: [
        { role: 'H1', children: content('a') },
        { role: 'H2', children: [{ role: 'NonStruct', children: content('b', 'c') }] },
        { role: 'Figure', alt: 'A bar', children: content('d') },
        { role: 'P', children: content('e') },
      ],
    })
    expect(box.innerHTML).toBe(
      '<span id="a" role="heading" aria-level="2">Guide</span>' +
        '<span id="b" role="heading" aria-level="3" aria-owns="c">Long </span><span id="c">title</span>' +
        '<span id="d"><span role="img" aria-label="A bar"></span></span><span id="e">text</span>',
    )
  })
})

describe('the way to it', () => {
  const menu = async (tier: Tier) => {
    const { UserMenu } = await import('#client/home/user-menu.tsx')
    useSession.setState({ token: 't', user: { ...ada, tier } })
    await show(<UserMenu user={{ ...ada, tier }} />)
    await act(async () =>
      document.querySelector('button')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
    )
    await settle()
    return [...document.querySelectorAll('[role="menuitem"]')].map((item) => [item.textContent, item.getAttribute('href')])
  }

  it.each(['free', 'pro'] as const)('is not in the menu of the %s plan', async (tier) => {
    expect(await menu(tier)).toEqual([
      ['Upgrade', '/pricing'],
      ['Profile', '/profile'],
      ['Keyboard shortcuts', null],
      ['Logout', null],
    ])
  })

  it.each(['team', 'enterprise'] as const)('is in the menu of the %s plan', async (tier) => {
    expect(await menu(tier)).toContainEqual(['User Guide', '/user-guide'])
  })
})
