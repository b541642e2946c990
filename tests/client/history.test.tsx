// The fill curve on a board: what it says in words and numbers, that it grows without asking, and what stands there when there is none.
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Route } from 'wouter'
import { EventPage } from '#client/event/page/event-page.tsx'
import { GroupPage } from '#client/event/page/group-page.tsx'
import { type Curve, curveOf, grownBy, paceText, rowsOf } from '#client/history/curve.ts'
import { CurvePart } from '#client/history/curve-part.tsx'
import { FillCurve } from '#client/history/fill-curve.tsx'
import { defaultRoles, drawingOf, heightOf, lookOf, maxLines, spread } from '#client/history/lines.ts'
import { Sparkline, useSparklinesOf } from '#client/history/sparkline.tsx'
import { tickTexts } from '#client/history/ticks.ts'
import { together } from '#client/history/together.ts'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { putGroup, useGroups } from '#client/records/groups.ts'
import type { FillHistory } from '#protocol/record/history.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { anEvent, eventId, groupId } from './event-fixtures.ts'
import { filled, hostId, pageOf, publicOf, speakerId } from './group-fixtures.ts'
import './group-panels.ts'
import { type Answer, drawn, leave, newToken, press, serve, settle, show, text } from './page-kit.tsx'

const hourMs = 3_600_000
const ago = (hours: number) => new Date(Math.floor((Date.now() - hours * hourMs) / 60_000) * 60_000).toISOString()
const speaker = (count: number, total = 3) => ({ Speaker: { count, total } })

/** Two of three speakers came in three days, one of them in the last one; there was a Cook once. */
const history = (part: Partial<FillHistory> = {}): FillHistory => ({
  _id: groupId,
  rev: 1,
  points: [
    { at: ago(72), answers: 0, roles: { ...speaker(0), Cook: { count: 1, total: 1 } } },
    { at: ago(50), answers: 2, roles: { ...speaker(1), Cook: { count: 1, total: 1 } } },
    { at: ago(5), answers: 3, roles: { ...speaker(2), Host: { count: 0, total: 2 } } },
  ],
  roles: [
    { _id: speakerId, name: 'Speaker' },
    { _id: '9'.repeat(24), name: 'Cook', isDeleted: true },
    { _id: hostId, name: 'Host' },
  ],
  begins: { at: ago(72), answers: 0, roles: speaker(0) },
  answersBefore: 2,
  ...part,
})
const withSpeakers = (count: number, part: Partial<GroupView> = {}) => {
  const group = filled({ rev: 2, answers: { yes: 3, no: 1, none: 0 }, ...part })
  return { ...group, roleCoverage: group.roleCoverage.map((role) => (role.name === 'Speaker' ? { ...role, count } : role)) }
}
const serving = (answer: ReturnType<Answer>) => serve(({ path }) => (path.startsWith(`/group/${groupId}/history`) ? answer : undefined))
const words = () => text().replace(/\s+/g, ' ')

beforeEach(() => keepOrganizerToken(newToken()))

it('R109c says how fast answers come, and shows every point as a table, deleted roles too', async () => {
  serving({ body: history() })
  await show(<CurvePart group={filled()} />)
  await settle()
  expect(words()).toContain('1 answer in the last day')
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['3', '2 of 3', '–', '0 of 2'],
    ['2', '1 of 3', '1 of 1', '–'],
    ['0', '0 of 3', '1 of 1', '–'],
  ])
  expect([...document.querySelectorAll('thead th')].map((cell) => cell.textContent)).toContain('Cook, deleted')
  expect(document.querySelector('[role="img"]')?.getAttribute('aria-label')).toContain('Speaker 2 of 3')
})

function Board() {
  const group = useGroups((held) => held.byId[groupId])
  return group ? <CurvePart group={group} /> : null
}

it('R109g grows with the live view of the group, and asks nothing for it; a role that is full now says since when', async () => {
  const asked = serving({ body: history() })
  putGroup(filled({ showConfirmation: true }))
  await show(<Board />)
  await settle()
  expect(text()).not.toContain('full since')
  await act(async () => putGroup(withSpeakers(3, { showConfirmation: true })))
  await settle()
  expect(words()).toContain('2 answers in the last day')
  expect(words()).toContain('Speaker full since')
  expect(document.querySelector('tbody td:nth-of-type(2)')?.textContent).toBe('3 of 3, 1 confirmed')
  expect(asked.filter(({ path }) => path.includes('/history'))).toHaveLength(1)
})

function Place() {
  const group = useGroups((held) => held.byId[groupId])
  return group ? <FillCurve group={group} /> : null
}

it('R109 while few have answered nothing stands there, and nothing is asked for', async () => {
  const few = (rev: number, yes: number, speakers = yes) => withSpeakers(speakers, { rev, answers: { yes, no: 0, none: 0 } })
  const asked = serving({ body: history() })
  putGroup(few(1, 0))
  await show(<Place />)
  await settle()
  expect(words()).toBe('')
  await act(async () => putGroup(few(2, 2)))
  expect(words()).toBe('')
  expect(asked).toHaveLength(0)
  await act(async () => putGroup(few(3, 3)))
  await drawn(() => expect(document.querySelector('[role="img"]')).not.toBeNull())
  await act(async () => putGroup(few(4, 1, 3))) // seats that were given say as much
  expect(document.querySelector('[role="img"]')).not.toBeNull()
})

it('R109 a role that is drawn can be left out', async () => {
  serving({ body: history() })
  await show(<CurvePart group={filled()} />)
  await settle()
  await press('Speaker')
  expect(document.querySelector('[role="img"]')?.getAttribute('aria-label')).not.toContain('Speaker')
})

it('R109 a curve that doesn’t load says so and can be asked for again; the board stays', async () => {
  let answer: ReturnType<Answer> = 'offline'
  serve(() => answer)
  await show(<CurvePart group={filled()} />)
  await settle()
  expect(text()).toContain('The chart didn’t load')
  answer = { body: history() }
  await press('Try again')
  expect(words()).toContain('1 answer in the last day')
})

it('R109 the range asks for its days', async () => {
  const asked = serving({ body: history() })
  await show(<CurvePart group={filled()} />)
  await settle()
  await act(async () => document.querySelector<HTMLInputElement>('input[value="1"]')?.click())
  await settle()
  expect(asked.map(({ path }) => path)).toEqual([`/group/${groupId}/history`, `/group/${groupId}/history?days=1`])
  expect(document.querySelector('input[value="7"]')).toBeNull() // older than a day, not yet than a week
})

it('R109a the number at the Answers tab is how many the chart says answered: who said nothing yet is in neither', async () => {
  const answers = { yes: 3, no: 1, none: 4 }
  serve(({ path }) => (path.endsWith('/history') ? { body: history() } : { body: pageOf(filled()) }))
  await show(
    <Route path="/group/:groupId">
      <GroupPage />
      <Board />
    </Route>,
    `/group/${groupId}?tab=answers`,
  )
  await settle()
  await act(async () => putGroup(filled({ rev: 3, answers })))
  await settle()
  const charted = document.querySelector('tbody td')?.textContent
  expect([charted, document.querySelector('[id$="-tab-answers"]')?.textContent]).toEqual(['4', 'Answers4'])
  expect(text()).toContain('4 answered, 4 have not.')
})

const curve = (): Curve => curveOf(history())
const now = Date.now()

it('R109 within a minute the last point moves, after it a new one comes; an older view changes nothing', () => {
  const once = grownBy(curve(), withSpeakers(3), now)
  const twice = grownBy(once, withSpeakers(1, { rev: 3 }), now + 1)
  expect(twice.points).toHaveLength(4)
  expect(twice.points.at(-1)?.seats[speakerId]?.count).toBe(1)
  expect(twice.roles[0]).not.toHaveProperty('fullSince')
  expect(grownBy(twice, withSpeakers(2, { rev: 4 }), now + 90_000).points).toHaveLength(5)
  expect(grownBy(twice, withSpeakers(2, { rev: 3 }), now)).toBe(twice)
})

it('R109 a role that is renamed keeps its line, a new one gets one, and one that is deleted stays in the past', () => {
  const [first] = filled().roles
  const roles = [
    { ...(first as GroupView['roles'][number]), name: 'Talker' },
    { _id: '7'.repeat(24), name: 'Cook', max: 4 },
  ]
  const coverage = roles.map(({ _id, name, max }) => ({ _id, name, total: max, count: 1 }))
  const grown = grownBy(curve(), filled({ rev: 2, roles, roleCoverage: coverage }), now)
  expect(grown.roles.map(({ name, isDeleted }) => [name, isDeleted ?? false])).toEqual([
    ['Talker', false],
    ['Cook', true],
    ['Host', true],
    ['Cook', false],
  ])
  expect(defaultRoles(grown)).toEqual(['7'.repeat(24), speakerId])
})

it('R109 the pace is in words: none, fewer, and how many there are where a young curve begins with answers', () => {
  const of = (before: number, begins?: Curve['begins']) => paceText({ ...curve(), answersBefore: before, ...(begins && { begins }) }, now)
  expect([of(3), of(4), of(-1)]).toEqual(['No answers in the last day', '1 fewer answer than a day ago', '4 answers in the last day'])
  // Its first point holds those of its first minute: "none since then" would be untrue.
  expect(of(3, { at: now - hourMs, answers: 3 })).toBe('3 answers so far')
  expect(of(1, { at: now - hourMs, answers: 1 })).toBe('3 answers so far')
})

it('R109 the start is the edge while it is near; the lines end now, and a limit far off presses nothing flat', () => {
  const shown = new Set([speakerId])
  const near = drawingOf(curve(), shown, now, now + 24 * hourMs)
  expect([near.until, near.start]).toEqual([(now + 24 * hourMs) / 1_000, (now + 24 * hourMs) / 1_000])
  expect(near.end).toBeLessThan(near.until)
  expect(drawingOf(curve(), shown, now, now + 900 * hourMs)).not.toHaveProperty('start')
  expect(near.top).toBe(3)
  const far = grownBy(curve(), filled({ rev: 2, roleCoverage: filled().roleCoverage.map((role) => ({ ...role, total: 900 })) }), now)
  expect(drawingOf(far, shown, now).top).toBe(2)
  // It is drawn all the same, at the upper edge: a limit that is in sight stays where it is, and two don't hide each other.
  const [line] = drawingOf(far, shown, now).lines
  expect([line?.isAbove, near.lines[0]?.isAbove]).toEqual([true, false])
  expect(line?.drawnLimits.every((limit) => limit !== null && limit > 0 && limit <= heightOf(2))).toBe(true)
  expect(near.lines[0]?.drawnLimits).toEqual(near.lines[0]?.limits)
  const both = drawingOf(far, new Set([speakerId, hostId]), now).lines.map(({ drawnLimits }) => drawnLimits.at(-1))
  expect(new Set(both).size).toBe(2)
  const over = drawingOf(curve(), shown, now, now - 40 * hourMs)
  expect(over.start).toBe((now - 40 * hourMs) / 1_000)
})

it('R109 no two ticks of the time axis say the same', () => {
  const texts = (hours: readonly number[], span: number) =>
    tickTexts(
      hours.map((hour) => Date.UTC(2026, 10, 23, hour) / 1_000),
      span * 3_600,
      'UTC',
    )
  expect(texts([0, 12, 24, 36, 48], 48)).toEqual(['12:00 AM', '12:00 PM', '24 Nov, 12:00 AM', '24 Nov, 12:00 PM', '25 Nov, 12:00 AM'])
  expect(texts([0, 12, 24, 36], 60)).toEqual(['23 Nov', '', '24 Nov', ''])
  expect(texts([0, 365 * 24], 400 * 24)).toEqual(['23 Nov', '23 Nov 2027'])
  for (const [step, span] of [
    [1, 12],
    [6, 47],
    [12, 72],
    [24 * 30, 24 * 800],
  ] as const) {
    const said = texts(
      Array.from({ length: Math.floor(span / step) + 1 }, (_, nth) => nth * step),
      span,
    ).filter(Boolean)
    expect(new Set(said).size).toBe(said.length)
  }
})

it('R109 one point alone is a line until now, and a role that was not there has none', () => {
  const point = history().points[0] as FillHistory['points'][number]
  const alone = drawingOf(curveOf(history({ points: [point] })), new Set([speakerId, hostId]), now)
  expect(alone.times).toHaveLength(2)
  // No axis of one minute: young as it is, it stands at the end of an hour.
  const fresh = drawingOf(curveOf(history({ points: [{ ...point, at: new Date(now - 60_000).toISOString() }] })), new Set([speakerId]), now)
  expect([fresh.until - fresh.from, fresh.end - (fresh.times[0] ?? 0)]).toEqual([3600, 60])
  expect(alone.lines.map(({ role }) => role.name)).toEqual(['Speaker'])
})

it('R109 labels never cover each other, and every line that may be drawn has a look of its own', () => {
  expect(spread([10, 12, 100], 18, 200)).toEqual([10, 28, 100])
  expect(spread([200, 199, 198], 18, 200)).toEqual([200, 182, 164])
  expect(new Set(Array.from({ length: maxLines }, (_, place) => JSON.stringify(lookOf(place)))).size).toBe(maxLines)
})

it('R109 a long curve is a table of some forty rows', () => {
  const points = Array.from({ length: 500 }, (_, nth) => ({ at: nth * 60_000, answers: nth, seats: {} }))
  const rows = rowsOf({ ...curve(), points }, 40)
  expect(rows.length).toBeLessThanOrEqual(40)
  expect(rows[0]?.answers).toBe(499)
})

const others = 'b'.repeat(24)
function Cards() {
  useSparklinesOf([groupId, others])
  return [groupId, others].map((id) => <Sparkline key={id} groupId={id} coverage={filled().roleCoverage} timeZone="UTC" />)
}

it('R109 sparklines are asked for together and once; a flat one is not drawn, and the end is how it stands now', async () => {
  const percents = Array.from({ length: 24 }, (_, nth) => nth)
  const asked = serve(() => ({
    body: {
      sparklines: [
        { groupId, from: ago(72), percents },
        { groupId: others, from: ago(72), percents: percents.map(() => 40) },
      ],
    },
  }))
  await show(<Cards />)
  await settle()
  await leave()
  await show(<Cards />)
  await settle()
  expect(asked).toHaveLength(1)
  const drawn = [...document.querySelectorAll('svg')].map((one) => one.getAttribute('aria-label'))
  expect(drawn).toEqual([expect.stringMatching(/^Seats taken since .*: from 0 % to 40 %$/)])
})

const barId = 'b'.repeat(24)
const groupsAt = (path: string) => /^\/group\/(\w+)\/history/.exec(path)?.[1] ?? ''
/** Hall as above; Bar with two roles, of which the first two points came in the same stretch of time as those of Hall. */
const barHistory: FillHistory = {
  _id: barId,
  rev: 4,
  points: [
    { at: ago(60), answers: 1, roles: { Cook: { count: 1, total: 1 }, Guard: { count: 0, total: 2 } } },
    { at: ago(2), answers: 3, roles: { Cook: { count: 1, total: 1 }, Guard: { count: 2, total: 2, confirmed: 1 } } },
  ],
  roles: [
    { _id: 'cook', name: 'Cook', fullSince: ago(60) },
    { _id: 'guard', name: 'Guard', fullSince: ago(2) },
  ],
  begins: { at: ago(60), answers: 1, roles: {} },
  answersBefore: 1,
}

it('R109j the curve of an event has a line for each of its groups and one for all, in people; answers are summed', () => {
  const named = [
    { _id: groupId, name: 'Hall' },
    { _id: barId, name: 'Bar' },
  ]
  const curve = together(eventId, named, [curveOf(history()), curveOf(barHistory)])
  const said = curve.points.map(({ answers, seats }) => [
    answers,
    ...curve.roles.map(({ _id }) => seats[_id] && `${seats[_id].count}/${seats[_id].total}`),
  ])
  expect(said).toEqual([
    [0, '1/4', '1/4', undefined],
    [1, '2/7', '1/4', '1/3'],
    [3, '3/7', '2/4', '1/3'],
    [4, '3/8', '2/5', '1/3'],
    [6, '5/8', '2/5', '3/3'],
  ])
  expect(curve.roles.map(({ name, fullSince }) => [name, fullSince])).toEqual([
    ['Together', undefined],
    ['Hall', undefined],
    ['Bar', ago(2)],
  ])
  expect([curve.answersBefore, curve.begins.at, curve.rev]).toEqual([3, Date.parse(ago(72)), 5])
  expect(together(eventId, named.slice(0, 1), [curveOf(history())]).roles.map(({ name }) => name)).toEqual(['Hall'])
  const busy = Array.from({ length: 2_000 }, (_, minute) => ({ at: ago(100 - minute / 60), answers: minute, roles: speaker(1) }))
  const thinned = together(eventId, named, [curveOf(history({ points: busy })), curveOf(barHistory)])
  expect([thinned.points.length <= 720, thinned.points.at(-1)?.answers]).toEqual([true, 2_002])
})

it('R109j the page of an event has the curve of the groups whose board one may see, and lets it grow without asking', async () => {
  const hall = filled({ name: 'Hall', rev: 1 })
  const bar = filled({ _id: barId, name: 'Bar', rev: 4 })
  const event = anEvent({ groupIds: [groupId, barId, 'd'.repeat(24)] })
  const asked = serve(({ path }) => {
    const id = groupsAt(path)
    if (id) return { body: id === barId ? barHistory : history() }
    const others = publicOf(filled({ _id: 'd'.repeat(24), name: 'Door' }))
    return path === `/event/${eventId}` ? { body: { event, canManage: false, groups: [hall, bar, others] } } : undefined
  })
  await show(
    <Route path="/event/:eventId">
      <EventPage />
    </Route>,
    `/event/${eventId}`,
  )
  await drawn(() => expect(words()).toContain('Each answer counts in its group: who answers in two counts twice.'))
  const label = () => document.querySelector('[role="img"][aria-label^="Seats taken over time"]')?.getAttribute('aria-label')
  expect(label()).toContain('Together 5 of 8, Hall 2 of 5, Bar 3 of 3.')
  await act(async () => putGroup({ ...hall, rev: 2, roleCoverage: hall.roleCoverage.map((role) => ({ ...role, count: role.total })) }))
  await settle()
  expect(label()).toContain('Hall 5 of 5')
  expect(asked.map(({ path }) => groupsAt(path)).filter(Boolean)).toEqual([groupId, barId])
})
