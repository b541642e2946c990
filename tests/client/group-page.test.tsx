// The page of a group: what it opens with, what can be done with its roles and settings, and what it says when it can't be opened.
import { fireEvent, screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { GroupPage } from '#client/event/page/group-page.tsx'
import { AnswerLine } from '#client/group/board/answer-line.tsx'
import { GroupFailure } from '#client/group/group-states.tsx'
import { CallFailed } from '#client/lib/call-failed.ts'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { putEvent } from '#client/records/events.ts'
import { putGroup, useGroups } from '#client/records/groups.ts'
import { tierLimits } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { anEvent, eventId, groupId } from './event-fixtures.ts'
import { aRow, filled, forgetGroups, hostId, pageOf, publicOf } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import './group-panels.ts'
import { type Answer, button, drawn, field, heading, leave, newToken, press, serve, settle, show, text, type } from './page-kit.tsx'
import { formView } from './rsvp-fixtures.ts'

const page = (
  <Route path="/group/:groupId">
    <GroupPage />
  </Route>
)

/** Serves the group, and answers its writes one by one. */
function serveGroup(opened: object, writes: ReturnType<Answer>[] = []) {
  return serve(({ method, path }) => {
    if (method !== 'GET') return writes.shift()
    if (path === `/group/${groupId}/hand-overs`) return { body: { rsvps: [], nextCursor: null } }
    return path === `/group/${groupId}` ? { body: opened } : undefined
  })
}
const changed = (part: Partial<GroupView>) => ({ body: { group: filled({ rev: 2, ...part }) } })
const writes = (asked: ReturnType<typeof serve>) =>
  asked.filter((one) => one.method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))
async function open(tab = '') {
  const shown = await show(page, `/group/${groupId}${tab && `?tab=${tab}`}`)
  await settle()
  return shown
}
const pressLabelled = async (label: string) => {
  await act(async () => document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)?.click())
  await settle()
}
const submit = async () => {
  await act(async () => field('New role').form?.requestSubmit())
  await settle()
}

const live = await liveForAll()
beforeEach(() => keepOrganizerToken(newToken()))

describe('opening', () => {
  it('says that the group was created when the just-created flag is carried, and only then', async () => {
    const sentence = 'Your group was created successfully. Please check your email for a link to access it.'
    serveGroup(pageOf(filled()))
    await open()
    expect(text()).not.toContain(sentence)
    await leave()
    window.history.replaceState({ justCreated: true }, '')
    await open()
    expect(text()).toContain(sentence)
  })

  it('R140b is headed by its event only where its name is the one that was made up, also while the event is being renamed', async () => {
    const headed = async (name: string) => {
      const group = { ...filled({ name }), eventId }
      serve(({ path }) => {
        if (path === `/event/${eventId}`) return { body: { event: anEvent(), canManage: true } }
        return path === `/group/${groupId}` ? { body: pageOf(group) } : undefined
      })
      await open()
      return drawn(() => {
        if (!text().includes('Role Summary')) throw new Error('not yet')
        return heading(1)
      })
    }
    expect(await headed('Group for parents')).toBe('Group for parents')
    expect(text()).toContain('Meetup')
    await leave()
    forgetGroups()
    expect(await headed('Group for Meetup')).toBe('Meetup')
    await act(async () => putEvent(anEvent({ rev: 2, name: 'Gathering' })))
    expect(heading(1)).toBe('Gathering')
    await act(async () => putGroup({ ...filled({ rev: 2, name: 'Group for Gathering' }), eventId }))
    expect(heading(1)).toBe('Gathering')
  })

  it.each([
    [404, 'Group Not Found'],
    [400, 'Invalid Group Id'],
    [500, 'Server Error'],
    [403, 'Access Error'],
  ])('a %i says "%s"', async (status, sentence) => {
    serve(() => ({ status, body: {} }))
    await open()
    expect(heading(2)).toBe(sentence)
  })

  it('R110 each tab has its place, in the order of a phone: the roles first, then link and invitations', async () => {
    const headings = async (tab: string) => {
      serveGroup(pageOf(filled({ eventId: null, answers: { yes: 1, no: 1, none: 0 } })))
      await open(tab)
      const found = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
      await leave()
      return found
    }
    expect((await headings('')).slice(0, 3)).toEqual(['Role Summary', 'Share link', 'Invitations']) // how it fills comes below, later
    expect((await headings('answers')).slice(0, 1)).toEqual(['Answers'])
    expect((await headings('waiting')).slice(0, 1)).toEqual(['Waitlist'])
    expect((await headings('settings')).slice(0, 1)).toEqual(['Settings'])
    expect((await headings('nonsense')).slice(0, 1)).toEqual(['Role Summary'])
  })

  it('R110a a tab is in the address, and what was typed in Roles is still there afterwards', async () => {
    serveGroup(pageOf(filled(), { rsvps: [aRow(1)] }))
    const { at } = await open()
    await type('New role', 'Coo')
    const go = async (name: RegExp) => {
      const tab = screen.getByRole('tab', { name })
      await act(async () => void fireEvent.click(tab))
      await settle()
    }
    await go(/^Answers/)
    expect(at()).toBe(`/group/${groupId}?tab=answers`)
    expect(text()).toContain('p1@example.org')
    await go(/^Roles/)
    expect(at()).toBe(`/group/${groupId}`)
    expect(field('New role').value).toBe('Coo')
    expect(text()).not.toContain('p1@example.org')
  })

  it('no id says "Group Id Undefined", no connection "Access Error"', async () => {
    serve(() => 'offline')
    await show(<GroupPage />)
    await settle()
    expect(heading(2)).toBe('Group Id Undefined')
    await leave()
    await open()
    expect(heading(2)).toBe('Access Error')
  })

  it('R28: others see names and seats, and nothing to change', async () => {
    serveGroup({ ...pageOf(filled()), group: publicOf(filled()), canManage: false })
    await open()
    expect(text()).toContain('Role Summary')
    expect(text()).toContain('Speaker2 of 3')
    expect(document.querySelector('main input, [aria-label^="Delete"], [role=spinbutton]')).toBeNull()
    expect(text()).not.toContain('Share link')
  })
})

describe('roles', () => {
  it('Enter adds a role and is ready for the next', async () => {
    const cook = { _id: '3'.repeat(24), name: 'Cook', max: 1 }
    const asked = serveGroup(pageOf(filled()), [changed({ roles: [...filled().roles, cook] })])
    await open()
    expect(text()).toContain('press Enter to add the next role')
    await type('New role', 'Cook')
    await submit()
    expect(writes(asked)).toEqual([{ method: 'POST', path: `/group/${groupId}/roles`, body: { name: 'Cook', max: 1 } }])
    expect(field('New role').value).toBe('')
    expect(document.activeElement).toBe(field('New role'))
    expect(text()).toContain('Cook0 of 1')
  })

  it('refuses an empty name and a taken one, whatever its case, without asking the server', async () => {
    const asked = serveGroup(pageOf(filled()))
    await open()
    await submit()
    expect(text()).toContain('Role name is required')
    await type('New role', ' sPEAKER ')
    await submit()
    expect(text()).toContain('Role name must be unique')
    expect(field('New role').value).toBe(' sPEAKER ')
    expect(writes(asked)).toEqual([])
  })

  it('keeps the name when adding fails', async () => {
    serveGroup(pageOf(filled()), [{ status: 500, body: {} }])
    await open()
    await type('New role', 'Cook')
    await submit()
    expect(text()).toContain('Failed to add role')
    expect(field('New role').value).toBe('Cook')
  })

  it('says when the plan allows no more', async () => {
    serveGroup(pageOf(filled(), { tierLimits: { ...tierLimits('free'), maxRolesPerEventGroup: 2 } }))
    await open()
    expect(text()).toContain('Role limit reached (2 roles allowed). Upgrade your plan for more roles.')
    expect(button('Add Role').disabled).toBe(true)
    expect(button('Add Role').title).toBe('Your plan allows only 2 roles')
    expect(text()).toContain('View Plans or Upgrade Group')
  })

  it('R49: offers no upgrade of the group to who has these limits by the plan', async () => {
    serveGroup(pageOf(filled(), { tierLimits: { ...tierLimits('team'), maxRolesPerEventGroup: 2 } }))
    await open()
    expect(text()).toContain('Role limit reached (2 roles allowed).')
    expect(text()).not.toContain('Upgrade Group')
  })

  it('R8: asks before deleting, with the number of those who signed up', async () => {
    const asked = serveGroup(pageOf(filled()), [changed({ roles: filled().roles.slice(1) })])
    await open()
    await pressLabelled('Delete Host')
    expect(text()).toContain('Delete this role?')
    await press('Cancel')
    await pressLabelled('Delete Speaker')
    expect(text()).toContain('2 attendee(s) already signed up. Delete anyway?')
    await press('Delete')
    expect(writes(asked)).toEqual([{ method: 'DELETE', path: `/group/${groupId}/roles?name=Speaker`, body: null }])
    expect(document.querySelector('[aria-label="Delete Speaker"]')).toBeNull()
  })

  it('R4: a refused limit is said at its role with the filled number, and put back', async () => {
    const refused = { error: '2 seats are already taken. The limit cannot be lower.', code: 'role-under-filled', filled: 2 }
    const asked = serveGroup(pageOf(filled()), [{ status: 409, body: refused }])
    await open()
    vi.useFakeTimers()
    await act(async () => document.querySelector<HTMLButtonElement>('[aria-label="Limit of Host: one less"]')?.click())
    expect(field('Limit of Host').value).toBe('1')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(writes(asked)).toEqual([{ method: 'PATCH', path: `/group/${groupId}/roles/Host`, body: { max: 1, settingsRev: 1 } }])
    expect(field('Limit of Host').value).toBe('2')
    const row = document.querySelector(`[aria-label="Delete Host"]`)?.closest('li')
    expect(row?.textContent).toContain('2 seats are already taken.')
  })

  it.each([
    ['closed', () => window.dispatchEvent(new Event('pagehide'))],
    [
      'put away',
      () => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        Reflect.deleteProperty(document, 'visibilityState')
      },
    ],
  ])('a limit that waits is sent when the page is %s, by a call that outlives the page', async (_, end) => {
    const asked = serveGroup(pageOf(filled()), [changed({})])
    await open()
    const sent = vi.spyOn(globalThis, 'fetch')
    await pressLabelled('Limit of Host: one more')
    expect(writes(asked)).toEqual([])
    await act(async () => {
      end()
    })
    expect(writes(asked)).toEqual([{ method: 'PATCH', path: `/group/${groupId}/roles/Host`, body: { max: 3, settingsRev: 1 } }])
    expect(sent.mock.calls.find(([, init]) => init?.method === 'PATCH')?.[1]?.keepalive).toBe(true)
  })

  describe('R107 a limit that a colleague changed meanwhile', () => {
    const others = (max: number, name = 'Host') =>
      filled({ rev: 5, settingsRev: 2, roles: filled().roles.map((role) => (role._id === hostId ? { ...role, name, max } : role)) })
    const stale = (present: GroupView) => ({
      status: 409,
      body: { error: 'Changed.', code: 'stale-rev', present, by: { _id: 'b'.repeat(24), name: 'Bea' } },
    })
    const stepHost = async () => {
      vi.useFakeTimers()
      await act(async () => document.querySelector<HTMLButtonElement>('[aria-label="Limit of Host: one more"]')?.click())
      await act(() => vi.advanceTimersByTimeAsync(1000))
      vi.useRealTimers()
      await settle()
    }
    const sent = (asked: ReturnType<typeof serve>) => writes(asked).map(({ path, body }) => [path.split('/').at(-1), body])

    it('is asked about, and nothing is overwritten before one is chosen', async () => {
      const asked = serveGroup(pageOf(filled()), [stale(others(9)), changed({ rev: 6, settingsRev: 3 })])
      await open()
      await stepHost()
      expect(text()).toContain('This has changed since you opened it')
      expect(text()).toContain('Theirs, last saved by Bea')
      expect(sent(asked)).toEqual([['Host', { max: 3, settingsRev: 1 }]])
      await act(async () => screen.getAllByRole<HTMLInputElement>('radio')[0]?.click())
      await press('Save my choices')
      expect(sent(asked).slice(1)).toEqual([['Host', { max: 3, settingsRev: 2 }]])
    })

    it('stays theirs when one goes back', async () => {
      const asked = serveGroup(pageOf(filled()), [stale(others(9))])
      await open()
      await stepHost()
      await press('Back to the form')
      expect(field('Limit of Host').value).toBe('9')
      expect(sent(asked)).toHaveLength(1)
    })

    it('is sent anew by itself where they changed something else, under the new name', async () => {
      const asked = serveGroup(pageOf(filled()), [stale(others(2, 'Guide')), changed({ rev: 6 })])
      await open()
      await stepHost()
      expect(sent(asked)).toEqual([
        ['Host', { max: 3, settingsRev: 1 }],
        ['Guide', { max: 3, settingsRev: 2 }],
      ])
      expect(text()).not.toContain('This has changed since you opened it')
    })
  })

  it('R70 the stepper ends at what the plan allows, and at 99 where that is not known', async () => {
    serveGroup(pageOf(filled(), {}, 'enterprise'))
    await open()
    expect(field('Limit of Host').getAttribute('aria-valuemax')).toBe('500')
    await leave()
    serveGroup(pageOf(filled(), {}, 'free'))
    await open()
    expect(field('Limit of Host').getAttribute('aria-valuemax')).toBe('20')
    expect(field('Limit of the new role').getAttribute('aria-valuemax')).toBe('20')
  })
})

describe('settings and link', () => {
  it("R19, R76: 'Enable Confirmation' asks first, goes one way, and says so", async () => {
    const asked = serveGroup(pageOf(filled()), [{ status: 500, body: {} }, changed({ showConfirmation: true })])
    await open('settings')
    await press('Enable Confirmation')
    expect(text()).toContain('You can’t turn this off later.')
    expect(writes(asked)).toEqual([])
    await press('Cancel')
    await press('Enable Confirmation')
    await press('Ask them to confirm')
    expect(text()).toContain('Failed to update confirmation setting.')
    await press('Enable Confirmation')
    await press('Ask them to confirm')
    expect(text()).toContain('Confirmation enabled — invitees will now be asked to confirm.')
    expect(writes(asked)[1]).toEqual({ method: 'PATCH', path: `/group/${groupId}/settings`, body: { showConfirmation: true } })
    expect([...document.querySelectorAll('button')].some((one) => one.textContent === 'Enable Confirmation')).toBe(false)
    // The button that had the focus is gone: it stays where that stood, for whoever goes on by keyboard.
    await drawn(() => expect(document.activeElement?.querySelector('h2')?.textContent).toBe('Settings'))
  })

  it.each([
    ['2099', { membersOnly: false }, 'Anyone with this link can answer'],
    [
      '2099',
      { membersOnly: true },
      'Members answer through this link with a code sent to their email, without an account. No one else can.',
    ],
    ['2025', { membersOnly: true }, 'Anyone who opens the link or scans the code reads this.'],
  ])('R26 an event of %s, %o, says who can answer by the link', async (year, form, sentence) => {
    const event = { start: `${year}-01-05T18:30:00.000Z`, end: `${year}-01-05T21:00:00.000Z` }
    live.answerWatch((room) => (room.startsWith('form:') ? { view: formView({ ...form, _id: groupId }, event) } : undefined))
    serveGroup(pageOf(filled()))
    await open()
    await drawn(() => expect(text()).toContain(sentence))
    expect(text()).toContain(sentence)
    live.answerWatch(() => undefined)
  })

  it('R86 copies it from the head too, where a phone has it at hand', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    serveGroup(pageOf(filled()))
    await open()
    await act(async () => button('Copy the link for guests').click())
    expect(writeText).toHaveBeenCalledWith(filled().shortLink)
  })

  it("copies the share link and says 'Copied' for 2 seconds", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    serveGroup(pageOf(filled()))
    await open()
    expect(field('Link for guests').value).toBe('http://localhost/e/ABCDEFGH')
    vi.useFakeTimers()
    const shown = () => ['Copied', 'Copy link'].filter((name) => screen.queryByRole('button', { name })).join()
    await act(async () => button('Copy link').click())
    expect(writeText).toHaveBeenCalledWith(filled().shortLink)
    expect(shown()).toBe('Copied')
    await act(() => vi.advanceTimersByTimeAsync(1999))
    expect(shown()).toBe('Copied')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(shown()).toBe('Copy link')
  })

  it('copies over plain HTTP too, where browsers have no clipboard', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    let copied = ''
    const copy = vi.fn<(command: string) => boolean>(() => {
      copied = document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.value : ''
      return true
    })
    Object.defineProperty(document, 'execCommand', { value: copy, configurable: true })
    serveGroup(pageOf(filled()))
    await open()
    button('Copy link').focus()
    await press('Copy link')
    expect(copied).toBe(filled().shortLink)
    expect(document.activeElement).toBe(button('Copied'))
    expect(document.querySelector('body > textarea, main > textarea')).toBeNull()
    copy.mockReturnValue(false)
    await press('Copied')
    expect(text()).toContain('Copying was not allowed.')
  })

  it('refreshes on demand', async () => {
    let group = filled()
    serve(({ path }) => (path === `/group/${groupId}` ? { body: pageOf(group) } : undefined))
    await open()
    group = filled({ rev: 2, roles: filled().roles.filter((role) => role._id === hostId) })
    await pressLabelled('Refresh')
    expect(document.querySelector('[aria-label="Delete Speaker"]')).toBeNull()
  })
})

describe('live', () => {
  /** Waits with React, so that what the socket brings is drawn. */
  const until = (isSo: () => boolean) => drawn(() => expect(isSo()).toBe(true))
  const seen = (sentence: string) => until(() => text().includes(sentence))
  /** Opens the page, and waits until it watches. */
  async function watch(view = filled(), tab = 'answers') {
    const asked = new Set<string>()
    live.answerWatch((room) => {
      asked.add(room)
      return room === `group:${groupId}` ? { view } : undefined
    })
    await open(tab)
    await until(() => asked.has(`group:${groupId}`))
    await settle()
  }

  it('numbers move and new answers appear by themselves, and glow once', async () => {
    serveGroup(pageOf(filled(), { rsvps: [aRow(1)] }))
    await watch()
    live.say('group', filled({ rev: 2, answers: { yes: 12, no: 1, none: 0 } }))
    live.say('rsvp', aRow(2, { name: 'Grace', roles: ['Speaker'] }))
    await seen('Grace')
    expect(text()).toContain('Coming12')
    const glowing = () => [...document.querySelectorAll('tr.animate-glow')].map((row) => row.textContent)
    expect(glowing()).toEqual([expect.stringContaining('Grace')])
    await until(() => glowing().length === 0)
  })

  it('R147b marks who has a seat at the same time in another group once a colleague has moved it, and unmarks them', async () => {
    const [eventId, start] = ['e'.repeat(24), '2099-12-01T10:00:00.000Z']
    const opened = { ...pageOf(filled({ eventId })), rsvps: [aRow(1), aRow(2)] }
    serveGroup(opened)
    await watch()
    const marks = () => text().match(/also Door/g)?.length ?? 0
    const tells = async (rev: number, also: object) => {
      opened.rsvps = [aRow(1, also), aRow(2)]
      live.say('board', { _id: eventId, rev, groupIds: [groupId, 'd'.repeat(24)] })
    }
    expect(marks()).toBe(0)
    await tells(2, { also: [{ groupId: 'd'.repeat(24), name: 'Door', start, end: start }] })
    await until(() => marks() === 1)
    await tells(3, {})
    await until(() => marks() === 0)
  })

  it('R110 takes in what one commit says in one go, and a bad message among it keeps nothing from the others', async () => {
    serveGroup(pageOf(filled(), { rsvps: [aRow(1)] }))
    await watch()
    // Once this is taken in, no timer of what came before can run below.
    live.say('group', filled({ rev: 2 }))
    await until(() => useGroups.getState().byId[groupId]?.rev === 2)
    const bad = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', bad)
    // React draws in a microtask: what changes before the next one is drawn in one go.
    const drawn: string[][] = []
    let changes: string[] | undefined
    const stop = useGroups.subscribe((now, before) => {
      const parts = (['byId', 'answered', 'moved'] as const).filter((part) => now[part] !== before[part])
      if (parts.length === 0) return // of what else the page keeps
      if (!changes) {
        changes = []
        drawn.push(changes)
        queueMicrotask(() => {
          changes = undefined
        })
      }
      changes.push(...parts)
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // it is taken in once all of it is there
    live.say('group', filled({ rev: 3, answers: { yes: 12, no: 1, none: 0 } }))
    live.say('group', { rev: 'none' } as never)
    live.say('rsvp', aRow(2, { name: 'Grace', roles: ['Speaker'] }))
    await live.heard()
    expect(drawn).toEqual([])
    act(() => void vi.advanceTimersToNextTimer())
    vi.useRealTimers()
    await seen('Grace')
    stop()
    expect(drawn.find((parts) => parts.includes('byId'))).toEqual(['byId', 'answered', 'moved'])
    expect(bad).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  it('reads again what it missed, when the room knows more than was read', async () => {
    const rsvps = [[aRow(1)], [aRow(1), aRow(2, { name: 'Missed' })]]
    serve(({ path }) => (path === `/group/${groupId}` ? { body: pageOf(filled(), { rsvps: rsvps.shift() ?? [] }) } : undefined))
    await watch(filled({ rev: 3 }))
    await seen('Missed')
  })

  it('reads the answers again when the server says that something got lost, though the group itself is known', async () => {
    const rsvps = [[aRow(1)], [aRow(1), aRow(2, { name: 'Missed' })]]
    serve(({ path }) => (path === `/group/${groupId}` ? { body: pageOf(filled(), { rsvps: rsvps.shift() ?? [] }) } : undefined))
    await watch()
    expect(text()).not.toContain('Missed')
    live.say('stale')
    await seen('Missed')
  })

  it('R136 says that the right has ended, and asks nobody who is logged in to log in', async () => {
    serveGroup(pageOf(filled(), { rsvps: [aRow(1)] }))
    await watch()
    live.say('gone', `group:${groupId}`)
    await seen('You do not have access to this.')
    expect(text()).toContain('Go to Dashboard')
    expect(text()).not.toContain('Please login')
    expect(text()).not.toContain('p1@example.org')
  })

  it('R136 says that the group was canceled, by whom, and leads on', async () => {
    let isOver = false
    const canceled = { error: 'It was canceled.', code: 'was-canceled', name: 'Choir', by: { _id: 'b'.repeat(24), name: 'Bea' } }
    serve(({ path }) => {
      if (path !== `/group/${groupId}`) return undefined
      return isOver ? { status: 410, body: canceled } : { body: pageOf(filled(), { rsvps: [aRow(1)] }) }
    })
    await watch()
    isOver = true
    live.say('gone', `group:${groupId}`)
    await seen('“Choir” was canceled by Bea.')
    expect(text()).toContain('Go to Dashboard')
    expect(text()).not.toContain('p1@example.org')
  })

  it('R136 on the page of its event that is what was canceled, and its head waits for no counts', async () => {
    const error = new CallFailed(410, { error: 'It was canceled.', code: 'was-canceled', name: 'Group for Gala' })
    await show(
      <>
        <AnswerLine group={null} />
        <GroupFailure groupId={groupId} error={error} onRetry={() => undefined} event="Gala" />
      </>,
    )
    expect(text()).toContain('“Gala” was canceled')
    expect(document.querySelector('.animate-breathe')).toBeNull()
  })
})
