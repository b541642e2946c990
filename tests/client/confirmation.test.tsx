// R126: every place that draws answers, with confirmation off and on: its colors and words come with the switch, and not before.
import { readdirSync, readFileSync } from 'node:fs'
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EventCard } from '#client/event/dashboard/event-card.tsx'
import { EventRow } from '#client/event/dashboard/event-row.tsx'
import { GroupsView } from '#client/event/dashboard/groups-view.tsx'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { AnswerLine } from '#client/group/board/answer-line.tsx'
import { GroupBoard } from '#client/group/board/group-board.tsx'
import { PublicBoard } from '#client/group/board/public-board.tsx'
import { RoleManager } from '#client/group/board/role-manager.tsx'
import { rosterOf } from '#client/group/roster/roster.ts'
import { RosterTable } from '#client/group/roster/roster-table.tsx'
import { curveOf } from '#client/history/curve.ts'
import { CurveTable } from '#client/history/curve-table.tsx'
import { AudiencePicker } from '#client/message/audience-picker.tsx'
import { putGroup, putPage, useGroups } from '#client/records/groups.ts'
import { nothing } from '#client/records/message-draft.ts'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { filledNow } from '#client/rsvp/answer/form-state.ts'
import { CoverageSoFar } from '#client/rsvp/coverage-so-far.tsx'
import { tierLimits } from '#protocol/kernel/limits.ts'
import { answersText, answerWord, coverageParts, coverageSum, legendOf } from '#protocol/seats/coverage.ts'
import { aCard } from './event-fixtures.ts'
import { aRow, filled, pageOf, publicOf, speakerId } from './group-fixtures.ts'
import { leave, serve, settle, show, text } from './page-kit.tsx'
import { formView } from './rsvp-fixtures.ts'

const rows = [
  aRow(1, { name: 'Ada', roles: ['Speaker'], confirmed: true }),
  aRow(2, { name: 'Grace', roles: ['Speaker'] }),
  aRow(3, { name: 'Linus', attending: false }),
]
/** Confirmed answers are there, so that nothing is missing only because there is none of it. */
const group = (isAsked: boolean) => filled({ showConfirmation: isAsked, answers: { yes: 2, no: 1, none: 0 } })
const form = (isAsked: boolean) =>
  formView({ showConfirmation: isAsked, displayRSVPToAll: true, roleCoverage: group(isAsked).roleCoverage })
const card = (isAsked: boolean) =>
  aCard({ showConfirmation: isAsked, roleCoverage: group(isAsked).roleCoverage, answers: group(isAsked).answers })
const point = { at: '2026-11-20T08:00:00.000Z', answers: 2, roles: { Speaker: { count: 2, total: 3, confirmed: 1 } } }
const curve = curveOf({
  _id: group(true)._id,
  rev: 1,
  points: [point],
  begins: point,
  roles: [{ _id: speakerId, name: 'Speaker' }],
  answersBefore: 0,
})

/** With confirmation on each says `says`; off it says `instead` where it has words for a yes. */
interface Place {
  drawn: (isAsked: boolean) => ReactNode
  says: string
  instead?: string
}
const bars = { says: '1 yes, confirmed, 1 yes, not confirmed', instead: '2 coming' }
const places: Readonly<Record<string, Place>> = {
  'Role Summary': { drawn: (isAsked) => <CoverageList coverage={group(isAsked).roleCoverage} isAsked={isAsked} />, ...bars },
  'roles that are managed': { drawn: (isAsked) => <RoleManager group={group(isAsked)} limits={tierLimits('pro')} />, ...bars },
  'board of the group': {
    drawn: (isAsked) => {
      putPage(pageOf(group(isAsked), { rsvps: rows }))
      return (
        <>
          <AnswerLine group={group(isAsked)} />
          <GroupBoard groupId={group(isAsked)._id} canManage />
        </>
      )
    },
    says: 'Yes',
    instead: 'Coming',
  },
  'public page': { drawn: (isAsked) => <PublicBoard group={publicOf(group(isAsked))} form={form(isAsked)} />, ...bars },
  'public page before it is live': { drawn: (isAsked) => <PublicBoard group={publicOf(group(isAsked))} form={null} />, ...bars },
  'Thank You': { drawn: (isAsked) => <CoverageSoFar form={form(isAsked)} filled={filledNow(form(isAsked))} />, ...bars },
  'dashboard, cards': { drawn: (isAsked) => <EventCard card={card(isAsked)} now={0} />, ...bars },
  'dashboard, rows': { drawn: (isAsked) => <EventRow card={card(isAsked)} now={0} />, ...bars },
  'dashboard, groups': {
    drawn: (isAsked) => {
      serve(({ path }) => (path.startsWith('/group/mine') ? { body: { groups: [group(isAsked)], nextCursor: null } } : undefined))
      return <GroupsView />
    },
    ...bars,
  },
  answers: {
    drawn: (isAsked) => {
      putPage(pageOf(group(isAsked), { rsvps: rows }))
      return <RsvpList group={group(isAsked)} />
    },
    says: 'Yes, not confirmed',
    instead: 'Coming',
  },
  roster: {
    drawn: (isAsked) =>
      rosterOf(group(isAsked), rows).map((part) => (
        <RosterTable key={part.key} part={part} isAsked={isAsked} isApart={false} title={null} asOf="" questions={[]} />
      )),
    says: 'Yes, confirmed',
    instead: 'Coming',
  },
  curve: { drawn: (isAsked) => <CurveTable curve={curve} zone="UTC" isAsked={isAsked} />, says: '1 confirmed' },
  'whom a message goes to': {
    drawn: (isAsked) => (
      <AudiencePicker others={[]} group={group(isAsked)} draft={nothing} onChange={() => undefined} count={{ is: 'counting' }} />
    ),
    says: 'Said yes, not confirmed',
  },
}

/** What is to be seen and heard. */
const said = () => [text(), ...[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))].join('\n')
const looks = () => [...document.querySelectorAll<HTMLElement>('[data-look]')].map((one) => one.dataset.look)

beforeEach(() => vi.stubGlobal('IntersectionObserver', undefined))

describe.each(Object.entries(places))('R126 %s', (_, { drawn, says, instead }) => {
  it('R126 knows no confirmation while it is off: everybody with a yes is coming, in one color', async () => {
    await act(async () => show(drawn(false)))
    await settle()
    expect(said()).not.toMatch(/confirm/i)
    expect(said()).toContain(instead ?? '')
    expect(looks().filter((look) => look !== 'coming' && look !== 'expected')).toEqual([])
  })

  it('R126 has the contract’s words and colors once it is on', async () => {
    await act(async () => show(drawn(true)))
    await settle()
    expect(said()).toContain(says)
    expect(said()).not.toMatch(/\bcoming\b/i)
    expect(looks()).not.toContain('coming')
  })
})

function Live() {
  const held = useGroups(({ byId }) => byId[group(false)._id])
  return held ? <RoleManager group={held} limits={tierLimits('pro')} /> : null
}

it('R126 the legend of four comes with the switch, live', async () => {
  putGroup(group(false))
  await show(<Live />)
  expect(text()).not.toContain('Declined')
  await act(async () => putGroup({ ...group(true), rev: 2 }))
  expect(text()).toContain('Yes, confirmed1Yes, not confirmed1Assigned, no response0Declined2')
  await leave()
})

it('R126 no other file tells answers apart by whether they are confirmed', () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const counting = files.filter((file) => /confirmedAndYes|yesNotConfirmed/.test(readFileSync(`client/${file}`, 'utf8')))
  // The curve keeps what the live view says; its table asks the switch.
  expect(counting).toEqual(['history/curve.ts'])
})

describe('R126 the rule', () => {
  const counts = { confirmedAndYes: 1, yesNotConfirmed: 2, assignedNoResponse: 3, declined: 4 }
  it('R126 adds up who is coming, and leaves out who declined a role', () => {
    expect(coverageParts(counts, false).map(({ look, count }) => [look, count])).toEqual([
      ['coming', 3],
      ['expected', 3],
    ])
    expect(coverageParts(counts, true).map(({ count }) => count)).toEqual([1, 2, 3, 4])
  })

  it('R126 explains one color by nothing; of private details there are no parts', () => {
    expect(legendOf(coverageParts({ ...counts, assignedNoResponse: 0 }, false), false)).toEqual([])
    expect(legendOf(coverageParts(counts, false), false)).toHaveLength(2)
    expect(coverageSum([{ _id: 'r', name: 'Guest', total: 4, count: 4 }], true)).toEqual([])
  })

  it.each([
    [{ attending: true, confirmed: true, roles: [] }, 'Coming', 'Yes, confirmed'],
    [{ attending: true, confirmed: false, roles: [] }, 'Coming', 'Yes, not confirmed'],
    [{ attending: false, confirmed: false, roles: [] }, 'Not coming', 'No'],
    [{ attending: null, confirmed: false, roles: [] }, 'No response', 'No response'],
    [{ attending: null, confirmed: false, roles: ['Host'] }, 'Assigned, no answer yet', 'Assigned, no response'],
  ])('R126 %j is “%s”, and “%s” where guests are asked', (row, plain, asked) => {
    expect([answerWord(row, false), answerWord(row, true)]).toEqual([plain, asked])
  })

  it('R126 says the answers in a line', () => {
    expect(answersText({ yes: 2, no: 1, none: 0 }, false)).toBe('2 coming, 1 not coming')
    expect(answersText({ yes: 2, no: 1, none: 1 }, true)).toBe('2 yes, 1 no, 1 no response')
    expect(answersText({ yes: 0, no: 0, none: 0 }, true)).toBe('No answers yet')
  })
})
