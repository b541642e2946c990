// The head of a board and what stands over its tabs: the cover, names edited in place, what to do, and what keeps clear of bars (R130).
import { fireEvent, screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import { EventPage } from '#client/event/page/event-page.tsx'
import { GroupPage } from '#client/event/page/group-page.tsx'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { pickedLine } from '#client/message/audience-picker.tsx'
import { ComposeForm } from '#client/message/compose-form.tsx'
import { writeToPicked } from '#client/records/message-draft.ts'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { anEvent, eventId, groupId } from './event-fixtures.ts'
import { aRow, filled, hostId, pageOf, speakerId } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import './group-panels.ts'
import { type Answer, button, drawn, field, heading, newToken, press, serve, settle, show, text } from './page-kit.tsx'

const later = { start: '2099-01-05T18:30:00.000Z', end: '2099-01-05T21:00:00.000Z' }
const event = anEvent({ ...later, description: 'Talks and soup', location: 'Main Hall' })

/** Serves group and event, and answers their writes one by one. */
function serveBoard(group: GroupView, page: object = {}, writes: ReturnType<Answer>[] = []) {
  return serve(({ method, path }) => {
    if (method !== 'GET') return writes.shift()
    if (path === `/event/${eventId}`) return { body: { event, canManage: true } }
    return path === `/group/${groupId}` ? { body: pageOf(group, page) } : undefined
  })
}
async function open(kind: 'group' | 'event' = 'group', search = '') {
  const page = kind === 'group' ? <GroupPage /> : <EventPage />
  const shown = await show(
    <Route path={kind === 'group' ? '/group/:groupId' : '/event/:eventId'}>{page}</Route>,
    `${kind === 'group' ? `/group/${groupId}` : `/event/${eventId}`}${search}`,
  )
  await drawn(() => expect(screen.getAllByRole('tab').length).toBeGreaterThan(0))
  return shown
}
const wholeCover = () => document.querySelector('[data-cover].h-44')
const key = async (name: 'Enter' | 'Escape', on: HTMLElement) => {
  await act(async () => void fireEvent.keyDown(on, { key: name }))
  await settle()
}
const typed = async (label: string, value: string) => {
  await drawn(() => field(label))
  await act(async () => void fireEvent.input(field(label), { target: { value } }))
  return field(label)
}
const writes = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

await liveForAll()
beforeEach(() => keepOrganizerToken(newToken()))

describe.each(['group', 'event'] as const)('R130 on the page of the %s', (kind) => {
  it('the head says how it was answered, and folds the rest away', async () => {
    serveBoard(filled({ description: 'For all' }))
    await open(kind)
    expect(document.querySelector('dl[aria-label="Answers"]')?.textContent).toBe('Coming2Not coming1No response0Seats2 of 5')
    const folded = document.querySelector('main details, details')
    expect(folded?.hasAttribute('open')).toBe(false)
    expect(folded?.textContent).toContain('Main Hall')
    expect(folded?.textContent).toContain('For all')
    expect(wholeCover()).toBeNull()
  })

  it('the whole cover stands there only while nobody has answered', async () => {
    serveBoard(filled({ answers: { yes: 0, no: 0, none: 0 } }))
    await open(kind)
    await drawn(() => expect(wholeCover()).not.toBeNull())
    expect(text()).toContain('No answers yetShare the link. Answers appear here as they come in.')
    expect(document.querySelector('dl[aria-label="Answers"]')).toBeNull()
  })
})

describe('R130a what to do', () => {
  const busy = filled({
    roleCoverage: filled().roleCoverage.map((one) => (one._id === hostId ? { ...one, min: 2, waiting: 1 } : one)),
  })
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  it('stands over the tabs, with a button on each line that leads on', async () => {
    serveBoard({ ...busy, unreached: 1 }, { unreached: [aRow(9, { addressFault: 'undeliverable' })] })
    const { at } = await open()
    await drawn(() =>
      expect(lines().slice(0, 3)).toEqual([
        'Host needs 2 more0 of at least 2 are comingInvite',
        '1 person can’t be reached by emailCheck the addressFix 1',
        '1 person waits for HostSee who waits',
      ]),
    )
    await press('Fix 1')
    await drawn(() => expect(at()).toBe(`/group/${groupId}?tab=answers`))
    await drawn(() => expect(field('Filter by invitation').value).toBe('unreached'))
    await press('Invite')
    expect(at()).toBe(`/group/${groupId}/invite`)
  })

  it('R130g the dashboard’s way to them shows those alone, and leaves the filter to its reader', async () => {
    serveBoard({ ...busy, unreached: 1 }, { rsvps: [aRow(1)], unreached: [aRow(9, { addressFault: 'undeliverable' })] })
    const { at } = await open('group', '?tab=answers&show=unreached')
    await drawn(() => expect(field('Filter by invitation').value).toBe('unreached'))
    expect(at()).toBe(`/group/${groupId}?tab=answers`)
  })

  it('asks before it sends anything', async () => {
    const rule = { isOn: true, days: 1, hour: 9, next: null, people: 3 }
    const group = filled({ reminders: { confirmation: rule, reminder: rule, nudge: rule } })
    const asked = serveBoard(group, { rsvps: [aRow(1, { attending: null, roles: ['Speaker'] })] }, [{ body: { people: 3, group } }])
    await open()
    await drawn(() => expect(text()).toContain('3 people haven’t answered yet'))
    await press('Remind 3')
    expect(writes(asked)).toEqual([])
    await press('Send now')
    expect(writes(asked)).toEqual([['POST', `/group/${groupId}/reminders/send`, { kind: 'nudge' }]])
  })

  it('is absent where there is nothing', async () => {
    serveBoard(filled())
    await open()
    await drawn(() => expect(text()).toContain('Roles'))
    expect(text()).not.toContain('What to do now')
  })

  it('the first line has the filled button, and only that one', async () => {
    serveBoard({ ...busy, unreached: 1 }, { unreached: [aRow(9, { addressFault: 'undeliverable' })] })
    await open()
    await drawn(() => button('Fix 1'))
    expect(['Invite', 'Fix 1', 'See who waits'].map((label) => button(label).className.includes('bg-action '))).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('R130b a name edited where it stands', () => {
  const named = filled({ name: 'Helpers' })
  it('of a group that has no name of its own is that of its event, and so is the head of its page', async () => {
    const renamed = anEvent({ ...event, rev: 2, settingsRev: 2, name: 'Gathering' })
    const asked = serveBoard(filled(), {}, [{ body: { event: renamed, groups: [], act: 'a'.repeat(24) } }])
    await open()
    expect(heading(1)).toBe('Meetup')
    expect(text()).not.toContain('Group for Meetup')
    expect(screen.queryByRole('link', { name: 'Meetup' })).toBeNull()
    button('Options')
    await press('Rename the event')
    await key('Enter', await typed('Event name', 'Gathering'))
    expect(writes(asked)[0]?.slice(0, 2)).toEqual(['PUT', `/event/${eventId}`])
    await drawn(() => expect(heading(1)).toBe('Gathering'))
  })

  it('is saved by Enter, over what it was when it was begun', async () => {
    const asked = serveBoard(named, {}, [{ body: { group: filled({ rev: 2, settingsRev: 2, name: 'Crew' }), act: 'a'.repeat(24) } }])
    await open()
    await press('Rename the group')
    await key('Enter', await typed('Group name', ' Crew '))
    expect(writes(asked)).toEqual([['PUT', `/group/${groupId}`, { settingsRev: 1, name: 'Crew' }]])
    expect(heading(1)).toBe('Crew')
    expect(text()).toContain('Undo')
    expect(document.activeElement).toBe(button('Rename the group'))
  })

  it('is put back by Escape, and an empty one, or a failure, is said in place with what was typed', async () => {
    const asked = serveBoard(named, {}, ['offline'])
    await open()
    await press('Rename the group')
    const box = await typed('Group name', '  ')
    await key('Enter', box)
    expect(text()).toContain('Please enter a name')
    await typed('Group name', 'Crew')
    await key('Enter', box)
    await drawn(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
    expect(field('Group name').value).toBe('Crew')
    expect(writes(asked)).toHaveLength(1)
    await key('Escape', box)
    expect(heading(1)).toBe(named.name)
    expect(document.activeElement).toBe(button('Rename the group'))
  })

  it('of a role is saved by leaving it, and goes with the others as they are', async () => {
    const asked = serveBoard(named, {}, [{ body: { group: filled({ rev: 2 }) } }])
    await open()
    await drawn(() => button('Rename Host'))
    await press('Rename Host')
    await key('Enter', await typed('Name of Host', ' SPEAKER'))
    expect(text()).toContain('Role name must be unique')
    await typed('Name of Host', 'Guide')
    await act(async () => void fireEvent.blur(field('Name of Host')))
    await settle()
    const roles = [
      { _id: speakerId, name: 'Speaker', max: 3, min: 0 },
      { _id: hostId, name: 'Guide', max: 2, min: 0 },
    ]
    expect(writes(asked)).toEqual([['PUT', `/group/${groupId}`, { settingsRev: 1, roles }]])
  })

  it('R107 that somebody else changed meanwhile is asked about, and nothing is overwritten unseen', async () => {
    const present = filled({ rev: 3, settingsRev: 2, name: 'Theirs' })
    const stale = { status: 409, body: { error: 'Changed.', code: 'stale-rev', present, by: { _id: 'b'.repeat(24), name: 'Bea' } } }
    const asked = serveBoard(named, {}, [stale, { body: { group: filled({ rev: 4, settingsRev: 3, name: 'Mine' }) } }])
    await open()
    await press('Rename the group')
    await key('Enter', await typed('Group name', 'Mine'))
    await drawn(() => expect(text()).toContain('Theirs, last saved by Bea'))
    await act(async () => screen.getAllByRole<HTMLInputElement>('radio')[0]?.click())
    await press('Save my choices')
    expect(writes(asked)[1]).toEqual(['PUT', `/group/${groupId}`, { settingsRev: 2, name: 'Mine' }])
    expect(heading(1)).toBe('Mine')
  })
})

describe('R130d writing to those who were picked', () => {
  it.each([
    [{ recipients: 276, unreached: 0, declined: 84 }, 'To 276 people (84 who declined left out)'],
    [{ recipients: 1, unreached: 2, declined: 0 }, 'To 1 person (2 who can’t be reached left out)'],
    [{ recipients: 3, unreached: 1, declined: 1 }, 'To 3 people (1 who declined and 1 who can’t be reached left out)'],
    [{ recipients: 0, unreached: 0, declined: 2 }, 'To no one (2 who declined left out)'],
    [{ recipients: 2, unreached: 0, declined: 0 }, 'To 2 people'],
  ])('%o reads “%s”', (count, line) => expect(pickedLine({ is: 'known', ...count })).toBe(line))

  it('asks for nobody again, and replies go to who writes', async () => {
    window.sessionStorage.clear()
    writeToPicked(groupId, ['1'.repeat(24)])
    serve(({ path }) => (path.endsWith('/audience') ? { body: { recipients: 1, unreached: 0, declined: 0 } } : undefined))
    await show(<ComposeForm host="" group={filled()} occasion="Open stage night" eventName="Open stage night" />)
    await drawn(() => expect(text()).toContain('To 1 person'))
    expect(text()).not.toContain('In which roles')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Let guests reply to me/ }).checked).toBe(true)
    await press('Choose others')
    expect(text()).toContain('In which roles')
    window.sessionStorage.clear()
  })
})

describe('R130e toasts', () => {
  const edge = () => (document.querySelector('[role=status].fixed')?.className.includes('top-[') ? 'top' : 'bottom')
  const low = (height: number, right = window.innerWidth) =>
    ({ top: window.innerHeight - height, bottom: window.innerHeight - height + 44, right, height: 44 }) as DOMRect

  it('keep off the whole row in which something was just selected', async () => {
    serve(() => undefined)
    await show(
      <div data-row="1">
        <button type="button">Pick</button>
      </div>,
    )
    await act(async () => void toast.success('Saved', { duration: 60_000 }))
    expect(edge()).toBe('bottom')
    const [row, box] = [document.querySelector('[data-row]') as HTMLElement, button('Pick')]
    row.getBoundingClientRect = () => low(50)
    box.getBoundingClientRect = () => low(50, 40)
    await act(async () => box.focus())
    expect(edge()).toBe('top')
  })

  it('stay above a bar at the foot, and off what stands over it', async () => {
    serve(() => undefined)
    await show(
      <>
        <button type="button">Over the bar</button>
        <div ref={bottomBar} id="bar" />
      </>,
    )
    document.documentElement.style.setProperty('--bottom-bar', '100px')
    await act(async () => void toast.success('Saved', { duration: 60_000 }))
    expect(document.querySelector('[role=status].fixed')?.className).toContain('var(--bottom-bar')
    const over = button('Over the bar')
    over.getBoundingClientRect = () => low(150)
    await act(async () => over.focus())
    expect(edge()).toBe('top')
    document.documentElement.style.removeProperty('--bottom-bar')
  })
})
