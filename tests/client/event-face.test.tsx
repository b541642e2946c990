// Place, link, cover and host on screen: what is sent of them, what is refused, and what leads on.
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EventCreatePage } from '#client/event/create/create-page.tsx'
import { refreshStart, reopenDraft, startOver, useDraft } from '#client/event/create/draft.ts'
import { changesOf, compareEdits, editsOf } from '#client/event/edit/edit-merge.ts'
import { startOf } from '#client/event/form/event-fields.ts'
import { EventDetails } from '#client/event/page/event-details.tsx'
import { PrivacyPage } from '#client/home/texts/privacy-page.tsx'
import { coverSections } from '#client/lib/event/cover-seats.ts'
import { EventPlace, mapHref } from '#client/lib/event/event-place.tsx'
import { forgetTokens } from '#client/lib/session.ts'
import { ShareButton } from '#client/ui/actions/share-button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { LinkedText } from '#client/ui/layout/linked-text.tsx'
import { Cover, fitSeats } from '#client/ui/seats/cover.tsx'
import { layoutSeats, planSeats } from '#client/ui/seats/seat-plan-layout.ts'
import { aGroup, anEvent, groupId, opened } from './event-fixtures.ts'
import { type Asked, button, drawn, field, freeLimits, press, serve, show, text, type, unfoldMore } from './page-kit.tsx'

beforeEach(() => {
  forgetTokens()
  startOver()
})

const sentEvent = (asked: Asked[]) => asked.find(({ path }) => path === '/event/with-group')?.body as { event: object; groups: object[] }

describe('creating', () => {
  it('R84 R85 sends place, link, host and the cover that was looked at; roles by chips; the start is proposed', async () => {
    const asked = serve((one) =>
      one.path === '/event/with-group' ? { body: { event: anEvent(), groups: [aGroup()], groupId, published: false } } : freeLimits(one),
    )
    await show(<EventCreatePage />)
    const proposed = startOf(useDraft.getState().fields)
    expect(Date.parse(proposed) - Date.now()).toBeGreaterThanOrEqual(19 * 3_600_000)
    expect(Date.parse(proposed) - Date.now()).toBeLessThanOrEqual(43 * 3_600_000)
    expect(useDraft.getState().fields.start).toMatch(/T19:00$/)
    await unfoldMore()
    expect(document.querySelector('[data-cover]')?.getAttribute('data-cover')).toBe(useDraft.getState().fields.theme)
    await act(async () => field('Glacier').click())
    expect(document.querySelector('[data-cover]')?.getAttribute('data-cover')).toBe('glacier')
    await type('Event name', 'Meetup')
    await type('Your name', 'Lena Park')
    await type('Your email', 'lena@example.com')
    await type('Place', 'Main Hall')
    await type('Link', 'http://example.org')
    await press('Next')
    expect(text()).toContain('Please enter a link that begins with https://')
    await type('Link', 'https://example.org/call')
    await press('Next')
    await drawn(() => button('Speaker'))
    expect(document.querySelector('details')?.open).toBe(false)
    await press('Speaker')
    await press('Guest', document.querySelector('form') ?? undefined) // the bar of steps says “2 Guests pick”
    await press('Speaker')
    await press('Create event')
    expect(sentEvent(asked).event).toMatchObject({
      location: 'Main Hall',
      link: 'https://example.org/call',
      theme: 'glacier',
      hostName: 'Lena Park',
      start: proposed,
    })
    expect(sentEvent(asked).groups).toMatchObject([{ roles: [{ name: 'Guest', max: 20 }] }])
    await drawn(() => field('Verification code'))
  })

  it('R85 an email is no name for a host', async () => {
    serve(freeLimits)
    await show(<EventCreatePage />)
    await type('Event name', 'Meetup')
    await type('Your email', 'lena@example.com')
    await type('Your name', 'lena@example.com')
    await press('Next')
    expect(text()).toContain('Please enter a name, not an email')
  })

  it('R84 a draft of the release before opens; a proposed start that has passed is proposed anew', async () => {
    const { fields, ...draft } = useDraft.getState()
    const { location: _, link: _link, theme: _theme, hostName: _host, ...old } = fields
    window.sessionStorage.setItem('rolecallEventDraft', JSON.stringify({ ...draft, fields: { ...old, start: '2020-01-01T10:00' } }))
    reopenDraft()
    expect(useDraft.getState().fields).toMatchObject({ location: '', link: '', theme: 'dusk', hostName: '' })
    refreshStart()
    expect(Date.parse(startOf(useDraft.getState().fields))).toBeGreaterThan(Date.now())
    useDraft.setState(({ fields: held }) => ({ fields: { ...held, name: 'Typed', start: '2020-01-01T10:00' } }))
    refreshStart()
    expect(useDraft.getState().fields.start).toBe('2020-01-01T10:00')
  })
})

describe('editing', () => {
  it('R84 R85 sends only what was changed, and names what another one changed too', () => {
    const before = opened({ location: 'Hall', theme: 'ember' })
    const mine = editsOf(before)
    mine.fields = { ...mine.fields, location: 'Library ', theme: 'ocean' }
    expect(changesOf(before, mine)).toEqual({ location: 'Library', theme: 'ocean' })
    const current = opened({ rev: 2, location: 'Garden', theme: 'ember', link: 'https://example.org' })
    const { conflicts, settle } = compareEdits(before, mine, current)
    expect(settle({ location: 'mine' }).fields).toMatchObject({ location: 'Library ', theme: 'ocean', link: 'https://example.org' })
    expect(conflicts).toEqual([{ key: 'location', label: 'Place', mine: 'Library', theirs: 'Garden' }])
  })
})

describe('texts with addresses', () => {
  it('R84c makes links of web addresses and of nothing else, and hands nothing on', async () => {
    serve(() => undefined)
    const said = 'See https://a.example/x?y=1, www.b.org (or c.example). Write to d@e.example. javascript:alert(1) ftp://f.example'
    await show(
      <p>
        <LinkedText text={said} />
      </p>,
    )
    expect(text()).toContain(said)
    const links = [...document.querySelectorAll('a')]
    expect(links.map((one) => one.getAttribute('href'))).toEqual(['https://a.example/x?y=1', 'https://www.b.org'])
    for (const one of links) expect([one.rel, one.target]).toEqual(['noopener noreferrer nofollow', '_blank'])
  })

  it('R84 a place leads to a map search, whatever is in its name', () => {
    expect(mapHref('Rock & Roll? #1')).toBe('https://www.google.com/maps/search/?api=1&query=Rock%20%26%20Roll%3F%20%231')
  })

  it('R255 what is on no map leads to none; control: a place does', async () => {
    const hrefs = () => [...document.querySelectorAll('a')].map(({ href }) => href)
    await show(<EventPlace event={{ location: 'Zoom', dressCode: '', isOffMap: true }} />)
    expect([text(), hrefs()]).toEqual(['Zoom', []])
    await show(<EventPlace event={{ location: 'Town hall', dressCode: '' }} />)
    expect(hrefs()).toEqual([mapHref('Town hall')])
  })

  it('R255 whoever manages an event opens the web address that is its place, and reads who else does', async () => {
    const placeLink = 'https://meet.example.org/abc'
    const managed = { ...anEvent({ location: `Zoom: ${placeLink}` }), placeLink, isOffMap: true as const }
    await show(<EventDetails event={managed} managed={managed} />)
    expect([...document.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      [`Zoom: ${placeLink}`, placeLink],
    ])
    expect(text()).toContain('Shown only to guests who said yes')
    const both = { ...managed, link: 'https://live.example.org' }
    await show(<EventDetails event={both} managed={both} />)
    expect(text()).toContain('Not shown to guests, who get the link below')
  })
})

describe('the cover', () => {
  it('R85 shows large halls with what can be told apart: one taken seat is seen, and so is the last free one', () => {
    expect(fitSeats({ seats: 10_000, taken: 1 })).toEqual({ seats: 240, taken: 1, mine: 0 })
    expect(fitSeats({ seats: 10_000, taken: 9_999 })).toEqual({ seats: 240, taken: 239, mine: 0 })
    expect(fitSeats({ seats: 10_000, taken: 10_000 })).toEqual({ seats: 240, taken: 240, mine: 0 })
    expect(fitSeats({ seats: 3, taken: 2, mine: 1 })).toEqual({ seats: 3, taken: 1, mine: 1 })
    expect(fitSeats({ seats: 0, taken: 0 })).toMatchObject({ taken: 0 })
  })

  it('R124c role by role every part has its own seats side by side, at least one, and as many as can be drawn', () => {
    const role = (_id: string, total: number, count: number) => ({ _id, name: _id, total, count })
    const few = coverSections([role('a', 3, 1), role('b', 2, 2), role('c', 0, 0)], ['a'], [])
    expect(few.map(({ seats, taken, mine }) => [seats, taken, mine])).toEqual([
      [3, 1, 1],
      [2, 2, 0],
    ])
    const many = coverSections([role('one', 1, 0), ...Array.from({ length: 29 }, (_, at) => role(`r${at}`, 400, at === 0 ? 400 : 1))], [])
    expect(many.reduce((sum, { seats }) => sum + seats, 0)).toBeLessThanOrEqual(240)
    expect(many[0]).toMatchObject({ seats: 1, taken: 0 })
    expect(many[1]?.taken).toBe(many[1]?.seats)
    const planned = planSeats(layoutSeats(5, 'event'), few)
    expect(planned.filter(({ state }) => state === 'chosen').map(({ section }) => section)).toEqual([0])
    expect(Math.max(...planned.slice(0, 3).map(({ place }) => place.x))).toBeLessThan(
      Math.min(...planned.slice(3).map(({ place }) => place.x)),
    )
    const key = planned.find(({ state, section }) => state === 'free' && section === 0)?.place.key
    const moved = planSeats(layoutSeats(5, 'event'), [
      { seats: 3, taken: 1, mine: 1, picked: key },
      { seats: 2, taken: 2, mine: 0 },
    ])
    expect(moved.find(({ state }) => state === 'mine')?.place.key).toBe(key)
  })

  it('R242a a seat of one’s own, one chosen and not sent, and one held by an offer differ in shape, not in color alone', async () => {
    const role = (_id: string, total: number, count: number) => ({ _id, name: _id, total, count })
    const shapes = async (mine: string[], held: string[], offered: string[]) => {
      await show(<Cover theme="dusk" seed="event" seats={0} taken={0} sections={coverSections([role('a', 3, 1)], mine, held, offered)} />)
      const own = document.querySelector('[data-cover] g')
      return [own?.querySelectorAll('rect').length, own?.querySelector('path') !== null, own?.querySelector('[stroke-dasharray]') !== null]
    }
    expect(await shapes(['a'], ['a'], [])).toEqual([2, true, false])
    expect(await shapes(['a'], [], [])).toEqual([1, true, false])
    expect(await shapes([], [], ['a'])).toEqual([1, false, true])
    // What is held by the offer is counted already: nobody else's seat is drawn beside it.
    expect(document.querySelectorAll('[data-cover] rect[class*=cover-taken]')).toHaveLength(0)
    expect(coverSections([role('a', 3, 1)], [], [], ['a'])[0]).toMatchObject({ taken: 0, mine: 1 })
  })
})

describe('sharing', () => {
  it('R86 opens the device’s share sheet where there is one; closing it is no failure', async () => {
    const share = vi.fn<Navigator['share']>(async () => {
      throw new DOMException('closed', 'AbortError')
    })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
    serve(() => undefined)
    await show(<ShareButton title="Meetup" url="https://rolecall.test/rsvp/x" />)
    await press('Share')
    expect(share).toHaveBeenCalledWith({ title: 'Meetup', url: 'https://rolecall.test/rsvp/x' })
    expect(text()).not.toContain('Sharing was not possible')
  })

  it('R86 copies the link where there is no sheet', async () => {
    serve(() => undefined)
    await show(<ShareButton title="Meetup" url="https://rolecall.test/rsvp/x" />)
    expect(button('Copy link')).toBeTruthy()
  })
})

describe('toasts', () => {
  const edge = () => (document.querySelector('[role=status].fixed')?.className.includes('top-[') ? 'top' : 'bottom')

  it('keep away from what has the focus, and Escape dismisses the newest', async () => {
    serve(() => undefined)
    await show(<button type="button">Low down</button>)
    await act(async () => void toast.success('Saved', { duration: 60_000 }))
    expect(edge()).toBe('bottom')
    const low = button('Low down')
    low.getBoundingClientRect = () =>
      ({ top: window.innerHeight - 50, bottom: window.innerHeight - 6, right: window.innerWidth, height: 44 }) as DOMRect
    await act(async () => low.focus())
    expect(edge()).toBe('top')
    await act(async () => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    await drawn(() => expect(text()).not.toContain('Saved'))
  })
})

describe('the texts in the foot', () => {
  it('name the operator’s address, which the settings say (SUPPORT_EMAIL)', async () => {
    document.documentElement.dataset.supportEmail = 'help@stage.example'
    serve(() => undefined)
    await show(<PrivacyPage />)
    expect(document.querySelector('a[href^="mailto:help@stage.example"]')?.textContent).toBe('help@stage.example')
    delete document.documentElement.dataset.supportEmail
  })

  it('R96 say how long names are kept, as RETENTION_DAYS has it, and what is kept of people whom others invite', async () => {
    document.documentElement.dataset.retentionDays = '30'
    serve(() => undefined)
    await show(<PrivacyPage />)
    expect(text()).toContain('are kept until 30 days after the end of the event, or until you erase yours')
    expect(text()).not.toContain('as long as the organizer keeps the event')
    for (const said of [
      'invite you, give you a role',
      'The mark holds no address',
      'That you stopped them is remembered without your address',
    ])
      expect(text()).toContain(said)
    delete document.documentElement.dataset.retentionDays
  })
})
