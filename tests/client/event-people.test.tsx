// Who does what in an event with several groups, as it is looked at and printed: per person, per day, and a roster per group.
import { screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PeopleView } from '#client/event/groups/people-view.tsx'
import { RosterPage } from '#client/group/roster/roster-page.tsx'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { putPage } from '#client/records/groups.ts'
import { anEvent, eventId } from './event-fixtures.ts'
import { aRow, filled, pageOf } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import { drawn, newToken, serve, settle, showAt, text } from './page-kit.tsx'
import { formView } from './rsvp-fixtures.ts'

const [barId, stageId] = ['b'.repeat(24), 'c'.repeat(24)]
const event = anEvent({ location: 'Town hall', groupIds: [barId, stageId] })
const bar = filled({ _id: barId, name: 'Bar', location: 'Back yard' })
const stage = filled({ _id: stageId, name: 'Stage' })
const pages = [
  pageOf(bar, { rsvps: [aRow(1, { groupId: barId, name: 'Ann', roles: ['Speaker'] })] }),
  pageOf(stage, {
    rsvps: [
      aRow(2, { groupId: stageId, name: 'Ben', roles: [], waitingFor: ['Host'] }),
      aRow(3, { groupId: stageId, name: 'Cy', roles: [] }),
    ],
  }),
]

const live = await liveForAll()
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', undefined)
  keepOrganizerToken(newToken())
  serve(({ path }) => {
    const page = pages.find(({ group }) => path === `/group/${group._id}`)
    return page && { body: page }
  })
  for (const page of pages) putPage(page)
})

test('R155, R141 the plan per day says who only waits and where a group has a place of its own, as the schedule per person does', async () => {
  await showAt('/', <PeopleView event={event} groups={[bar, stage]} asked={0} />, '/')
  await settle()
  const said = (name: string) => [...document.querySelectorAll('li')].findLast((one) => one.textContent?.includes(name))?.textContent
  expect(said('Bar')).toMatch(/Bar, Back yard as Speaker$/)
  expect(said('Stage')).toMatch(/Stage$/)
  expect(text()).toMatch(/Stage, on the waitlist/)
  await act(async () => screen.getByRole('radio', { name: 'Per day' }).click())
  expect(text()).toMatch(/Bar[\s\S]*Back yard[\s\S]*Ann[\s\S]*Stage/)
  expect([said('Ben'), said('Cy')]).toEqual(['Ben, on the waitlist', 'Cy'])
  expect(text()).not.toContain('Town hall')
})

test('R110g, R141 the roster of a group says where it is', async () => {
  live.answerWatch((room) =>
    room.startsWith('form:') ? { view: formView({ _id: barId, eventId }, { location: 'Back yard' }) } : undefined,
  )
  await showAt('/group/:groupId/*?', <RosterPage />, `/group/${barId}/roster`)
  await drawn(() => expect(text()).toMatch(/Roster.*Harvest day.*Back yard/))
})
