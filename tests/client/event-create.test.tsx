// The create flow on screen: its steps and texts, the draft that survives, and what a refusal does.
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { RequestLinkPage } from '#client/access/links/request-link-page.tsx'
import { EventCreatePage } from '#client/event/create/create-page.tsx'
import { reopenDraft, startOver, useDraft } from '#client/event/create/draft.ts'
import { forgetTokens, keepLogin, keepOrganizerToken, keepPendingEmail } from '#client/lib/session.ts'
import { tierLimits } from '#protocol/kernel/limits.ts'
import { comes } from '../kit/world/pace.ts'
import { aGroup, anEvent, aUser, groupId } from './event-fixtures.ts'
import {
  type Answer,
  button,
  drawn,
  field,
  freeLimits,
  heading,
  inDays,
  leave,
  press,
  serve,
  settle,
  show,
  text,
  type,
  unfoldMore,
} from './page-kit.tsx'

const created = (published: boolean) => ({ body: { event: anEvent(), groups: [aGroup()], groupId, published } })
const creating =
  (answers: ReturnType<Answer>[]): Answer =>
  (asked) =>
    asked.path === '/event/with-group' ? answers.shift() : freeLimits(asked)

async function fillDetails(email = 'ada@example.com') {
  await type('Event name', 'Meetup')
  await type('Start', inDays(3))
  if (email) await type('Your email', email)
}

beforeEach(() => {
  forgetTokens()
  startOver()
})

const real = Intl.DateTimeFormat.prototype.resolvedOptions
/** A browser that says this of where it is. */
function browserIn(timeZone: string) {
  const said = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...real.call(this), timeZone }
  })
  onTestFinished(() => said.mockRestore())
}

it.each(['Etc/Unknown', '', 'Europe/Atlantis'])(
  'R231 where the browser says “%s”, an event begins in UTC, and is said to be nobody’s own time',
  async (zone) => {
    browserIn(zone)
    startOver()
    serve(freeLimits)
    await show(<EventCreatePage />)
    await unfoldMore()
    expect(field('Time zone').value).toContain('UTC')
    expect(text()).not.toContain('your time zone')
    await fillDetails()
    await press('Next')
    expect(heading(1)).toBe('Attendee Setup (Step 3 of 3)')
    expect(text()).not.toContain('your time')
  },
)

describe('the steps', () => {
  it('say where one is, and go back', async () => {
    serve(freeLimits)
    await show(<EventCreatePage />)
    expect(text()).toContain('Event Details')
    await fillDetails()
    await press('Next')
    expect(heading(1)).toBe('Attendee Setup (Step 3 of 3)')
    expect(document.title).toBe('Attendee Setup · Rolecall')
    expect(document.activeElement?.tagName).toBe('H1')
    expect(text()).toContain('Organized by ada@example.com. Guests see “A Rolecall organizer”.')
    expect((await drawn(() => field('Group name'))).placeholder).toBe('Group for Meetup')
    await press('Back')
    expect(field('Event name').value).toBe('Meetup')
  })

  it('R127f ask four things of who has no account, say what is folded away, and open it where something in it is wrong', async () => {
    serve(freeLimits)
    await show(<EventCreatePage />)
    const fold = () => document.querySelector('details')
    const asked = [...document.querySelectorAll('label')].filter((one) => !fold()?.contains(one)).map((one) => one.textContent)
    expect(asked).toEqual(['Event name*', 'Start*', 'Your email*', 'Your nameOptional'])
    expect(fold()?.querySelector('summary')?.textContent).toContain('Length, place, description, time zone, cover')
    expect(fold()?.open).toBe(false)
    await fillDetails()
    await unfoldMore()
    await type('Link', 'http://example.org')
    for (let tries = 0; tries < 2; tries++) {
      await act(async () => fold()?.removeAttribute('open'))
      await press('Next')
      expect(heading(1)).toBe('Event Details (Step 1 of 3)')
      expect(fold()?.open).toBe(true)
    }
    await type('Link', '')
    await type('Hours', '3')
    await press('Next')
    expect(heading(1)).toBe('Attendee Setup (Step 3 of 3)')
    await press('Back')
    expect(fold()?.open).toBe(true)
  })

  it('R127c pass over the second, where nothing can be chosen; the bar opens it, once the details hold', async () => {
    serve(freeLimits)
    await show(<EventCreatePage />)
    expect(button('2 Who picks').disabled).toBe(true)
    await fillDetails()
    expect(button('2 Who picks').disabled).toBe(false)
    await press('Next')
    await press('2 Guests pick')
    expect(heading(1)).toBe('Assignment Setup (Step 2 of 3)')
    expect(document.title).toBe('Assignment Setup · Rolecall')
    await drawn(() => button('Next'))
    await press('Next')
    expect(heading(1)).toBe('Attendee Setup (Step 3 of 3)')
    expect(button('2 Guests pick')).toBeDefined()
    await press('1 Meetup')
    expect(field('Event name').value).toBe('Meetup')
  })

  it('R125 say who picks the roles below Team, and what the other answer takes', async () => {
    serve(freeLimits)
    useDraft.setState({ step: 1, fields: { ...useDraft.getState().fields, name: 'Meetup', start: inDays(3) } })
    await show(<EventCreatePage />)
    await drawn(() => expect(text()).toContain('Who picks the roles?'))
    expect(text()).toContain('Team or Enterprise plan required')
    expect(document.querySelector('a[href="/pricing?plan=team"]')?.textContent).toBe('Compare the plans')
    expect([...document.querySelectorAll<HTMLInputElement>('[type=radio]')].map((one) => [one.value, one.checked, one.disabled])).toEqual([
      ['guests', true, false],
      ['organizer', false, true],
    ])
  })

  it('R127c propose the next day at 19:00 on the zone’s clock, and say how far ahead the plan goes', async () => {
    serve(freeLimits)
    vi.setSystemTime('2026-12-31T20:30:00Z') // in Kathmandu it is January
    startOver()
    await show(<EventCreatePage />)
    expect(field('Start').value).toBe('2027-01-02T19:00')
    expect(text()).toContain('Up to 30 days ahead on your plan.')
    vi.useRealTimers()
  })

  it('switch between duration and an end set by hand', async () => {
    serve(freeLimits)
    await show(<EventCreatePage />)
    await type('Start', '2027-01-05T19:30')
    await unfoldMore()
    await type('Hours', '2')
    await press('Set end time manually')
    expect(field('End').value).toBe('2027-01-05T21:30')
    await type('End', '2027-01-05T23:00')
    await press('Use duration instead')
    expect([field('Hours').value, field('Minutes').value]).toEqual(['3', '30'])
  })
})

describe('R135', () => {
  it('says and moves a start, and an end set by hand, that the clock of its zone skips', async () => {
    serve(freeLimits)
    useDraft.setState({ fields: { ...useDraft.getState().fields, timeZone: 'Europe/Berlin' } })
    await show(<EventCreatePage />)
    await type('Start', '2027-03-28T02:30')
    expect(text()).toContain('That night the clock skips 2:30 AM: it is 3:30 AM instead.')
    await act(async () => fireEvent.blur(field('Start')))
    expect(field('Start').value).toBe('2027-03-28T03:30')
    expect(text()).toContain('the clock skips 2:30 AM')
    await unfoldMore()
    await press('Set end time manually')
    await type('End', '2028-03-26T02:15')
    await act(async () => fireEvent.blur(field('End')))
    expect(field('End').value).toBe('2028-03-26T03:15')
    await type('Start', '2027-03-29T02:30')
    await act(async () => fireEvent.blur(field('Start')))
    expect(field('Start').value).toBe('2027-03-29T02:30')
    expect(text()).not.toContain('skips 2:30 AM')
  })

  it('finds the time zone by what people call it, and keeps it', async () => {
    serve(freeLimits)
    await show(<EventCreatePage />)
    await unfoldMore()
    // The list comes with its focus.
    await act(async () => {
      field('Time zone').focus()
      await Promise.all([import('#client/event/form/zone-search.ts'), import('cldr-bcp47/bcp47/timezone.json')])
    })
    await type('Time zone', 'kyiv')
    const option = await act(async () =>
      comes(() => {
        const found = document.querySelector<HTMLElement>('[role=option]')
        expect(found?.textContent).toContain('Europe/Kyiv')
        return found
      }),
    )
    await act(async () => option?.click())
    expect(field('Time zone').value).toContain('Europe/Kyiv (GMT+')
    await type('Time zone', 'atlantis')
    expect(text()).toContain('No time zone found. Try a city, a country, CET or UTC+1.')
  })
})

describe('the checks', () => {
  it("stop at what is missing, and at the plan's scheduling window", async () => {
    serve(freeLimits)
    await show(<EventCreatePage />)
    await press('Next')
    expect(text()).toContain('Please enter a name for the event')
    expect(text()).toContain('Organizer email is required')
    await fillDetails()
    await unfoldMore()
    await type('Hours', '0')
    await type('Start', inDays(40))
    await press('Next')
    expect(text()).toContain('Your plan allows scheduling up to 30 days in advance.')
    expect(text()).toContain('The end must be after the start.')
    await type('Hours', '1')
    expect(text()).not.toContain('The end must be after the start.')
  })

  it("alert 'Please resolve duplicate role names before submitting.' and send nothing", async () => {
    const asked = serve(freeLimits)
    useDraft.setState({
      step: 2,
      fields: { ...useDraft.getState().fields, name: 'Meetup', start: inDays(3), organizerEmail: 'ada@example.com' },
      roles: [
        { name: 'Host', max: 1 },
        { name: ' host', max: 1 },
      ],
    })
    await show(<EventCreatePage />)
    await press('Create event')
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Please resolve duplicate role names before submitting.')
    expect(text()).toContain('Role names must be unique.')
    expect(asked.map((one) => one.path)).toEqual(['/tier-limits'])
  })
})

describe('several groups', () => {
  const group = (name: string) => ({ name, start: '', end: '', location: '', roles: [{ name: 'Guest', max: 2 }] })
  const fields = () => ({ ...useDraft.getState().fields, name: 'Meetup', start: inDays(3), organizerEmail: 'ada@example.com' })
  const pro: Answer = ({ path }) => (path === '/tier-limits' ? { body: tierLimits('pro') } : undefined)

  it('R144, R148: step 3 asks what holds for one person, keeps it over a reload, and sends it with the event', async () => {
    const asked = serve((one) => (one.path === '/event/with-group' ? created(false) : pro(one)))
    useDraft.setState({ step: 2, fields: fields(), groups: [group('Bar'), group('Door')] })
    await show(<EventCreatePage />)
    await drawn(() => field('Each person may take'))
    for (const [label, value] of [
      ['Each person may take', '2'],
      ['Ask each person to take', '1'],
      ['Time between two groups', '15'],
    ] as const)
      await act(async () => void fireEvent.change(field(label), { target: { value } }))
    expect(text()).not.toContain('People who have more already keep them.')
    await leave()
    reopenDraft()
    await show(<EventCreatePage />)
    await drawn(() => expect(field('Each person may take').value).toBe('2'))
    await press('Create event')
    const sent = asked.find(({ path }) => path === '/event/with-group')?.body
    expect(sent).toMatchObject({ event: { maxGroups: 2, minGroups: 1, bufferMinutes: 15 }, groups: [{ name: 'Bar' }, { name: 'Door' }] })
  })

  it('R106, R140: a group that is removed comes back where it stood, with what was typed since, also among one alone', async () => {
    serve(pro)
    useDraft.setState({ step: 2, fields: fields(), groups: [group('Bar'), group('Door')] })
    await show(<EventCreatePage />)
    await drawn(() => button('Remove Bar'))
    await press('Remove Bar')
    expect(useDraft.getState()).toMatchObject({ groups: [], group: { name: 'Door' } })
    await press('Undo')
    expect(useDraft.getState().groups).toEqual([group('Bar'), group('Door')])
    expect(text()).toContain('Undone')
    await press('Remove Door')
    await act(async () => useDraft.setState({ roles: [{ name: 'Cook', max: 1 }] }))
    await press('Undo')
    expect(useDraft.getState().groups).toEqual([{ ...group('Bar'), roles: [{ name: 'Cook', max: 1 }] }, group('Door')])
  })

  it('R106: one that was removed comes back into no other event', async () => {
    serve(pro)
    useDraft.setState({ step: 2, fields: fields(), groups: [group('Bar'), group('Door'), group('Stage')] })
    await show(<EventCreatePage />)
    await drawn(() => button('Remove Bar'))
    await press('Remove Bar')
    await act(async () => startOver())
    await press('Undo')
    expect(useDraft.getState().groups).toEqual([])
    expect(text()).toContain('What you typed was sent or cleared since.')
  })

  it('R148: with one group nothing of it is asked or sent', async () => {
    const asked = serve((one) => (one.path === '/event/with-group' ? created(false) : pro(one)))
    useDraft.setState({ step: 2, fields: fields(), roles: [{ name: 'Guest', max: 2 }] })
    await show(<EventCreatePage />)
    await drawn(() => button('Create event'))
    expect(text()).not.toContain('Each person may take')
    await press('Create event')
    expect(asked.find(({ path }) => path === '/event/with-group')?.body).not.toHaveProperty('event.maxGroups')
  })
})

describe('the draft', () => {
  it('survives a reload and a failed call; R56: a repeat carries the same key', async () => {
    const asked = serve(creating(['offline', created(false)]))
    await show(<EventCreatePage />)
    await fillDetails()
    await press('Next')
    await drawn(() => button('Create event'))
    await press('Create event')
    expect(text()).toContain('The event was not created')
    await leave()
    reopenDraft()
    await show(<EventCreatePage />)
    await press('Create event')
    const [first, second] = asked.filter((one) => one.path === '/event/with-group')
    expect(second).toEqual(first)
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
    expect(first?.body).toMatchObject({
      event: { name: 'Meetup', organizerEmail: 'ada@example.com', manualEnd: false },
      groups: [{ name: 'Group for Meetup', displayRSVPToAll: true, limitToMembers: false, roles: [] }],
    })
    expect(useDraft.getState().key).not.toBe(first?.headers['idempotency-key'])
  })

  it('R73 the email that waits for its link stands in the form for a new one, until somebody is in', async () => {
    keepPendingEmail('ada@example.com')
    await show(<RequestLinkPage />)
    expect(field('Email').value).toBe('ada@example.com')
    keepOrganizerToken('o')
    expect([sessionStorage.getItem('pendingGroupEmail'), sessionStorage.getItem('organizerToken')]).toEqual([null, 'o'])
    forgetTokens()
    expect(sessionStorage.getItem('organizerToken')).toBeNull()
  })

  it('ends on the dashboard for who is signed in, whose email is not asked for', async () => {
    keepLogin('token', aUser)
    const asked = serve(creating([created(true)]))
    const { at } = await show(<EventCreatePage />, '/create')
    await fillDetails('')
    await press('Next')
    await drawn(() => button('Create event'))
    await press('Create event')
    expect(at()).toBe('/dashboard')
    expect(asked.find(({ path }) => path === '/event/with-group')?.body).not.toHaveProperty('event.organizerEmail')
  })

  it('goes back to the field that the server refused', async () => {
    serve(creating([{ status: 400, body: { error: 'The start must be in the future.', code: 'start-past' } }]))
    await show(<EventCreatePage />)
    await fillDetails()
    await press('Next')
    await drawn(() => button('Create event'))
    await press('Create event')
    expect(text()).toContain('Event Details')
    expect(text()).toContain('The start must be in the future.')
    expect(document.activeElement).toBe(field('Start'))
    expect(field('Event name').value).toBe('Meetup')
  })

  it("says 'Failed to create event and group' where the server has no word", async () => {
    serve(creating([{ status: 500, body: {} }]))
    await show(<EventCreatePage />)
    await fillDetails()
    await press('Next')
    await drawn(() => button('Create event'))
    await press('Create event')
    expect(text()).toContain('Failed to create event and group')
  })
})

describe("the plan's limits", () => {
  it("fall back to 3 roles and 20 participants with 'Failed to fetch tier limits'", async () => {
    serve(() => ({ status: 500, body: {} }))
    await show(<EventCreatePage />)
    await settle()
    expect(text()).toContain('Failed to fetch tier limits')
    expect(text()).toContain('up to 3 roles of 20 seats')
    expect(button('Next')).toBeTruthy()
  })

  it("that can't be read show 'Unable to load tier settings' and a way out", async () => {
    let isReadable = false
    serve(() => ({ body: isReadable ? tierLimits('free') : { tier: 'gold' } }))
    await show(<EventCreatePage />)
    await settle()
    expect(text()).toContain('Unable to load tier settings')
    expect(document.querySelector('a[href="/dashboard"]')?.textContent).toBe('Return to Dashboard')
    // That what was typed is still here is said where something was.
    expect(text()).not.toContain('still here')
    await act(async () => useDraft.setState(({ fields }) => ({ fields: { ...fields, name: 'Picnic' } })))
    expect(text()).toContain('What you typed is still here.')
    isReadable = true
    await press('Try Again')
    expect(text()).toContain('Event Details')
  })
})
