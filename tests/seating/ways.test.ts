// One table of all ways in which a seat changes, against all that follows from it; and each consequence taken away, which is found.
import { describe, expect, test } from 'vitest'
import { consequences } from '#server/app/consequences.ts'
import { calendarEntry } from '#server/seats/calendar/follows.ts'
import type { Adds, Consequence } from '#server/seats/seating/follow.ts'
import { ownSources } from '../structure/source.ts'
import { goes, openStage } from './stage.ts'
import { besides, type Way, ways } from './ways.ts'

const all = Object.entries(ways)
const place = 'server/seats/seating/change-seats.ts'

/** Every function of the product that asks `changeSeats` for a change of seats. */
const callers = ownSources()
  .filter(({ file }) => file.startsWith('server/') && file !== place)
  .flatMap(({ file, text }) =>
    [...text.matchAll(/\bchangeSeats\(/g)].map(({ index }) => {
      const [, name] = [...text.slice(0, index).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)].at(-1) ?? []
      return `${file} ${name}`
    }),
  )

/** What is told of a way where these follow. */
async function gone({ open }: Way, followed: readonly Consequence[]) {
  const stage = await openStage(followed)
  const act = await open(stage)
  return goes(stage, act)
}

/** A way as it goes, and the consequences that had a part in it. */
async function seen(way: Way) {
  const parts = new Set<Adds>()
  const noting = consequences.map(
    (consequence): Consequence => ({
      ...consequence,
      adds: async (services, tx, change) => {
        const { calendar, ...follows } = await consequence.adds(services, tx, change)
        if (follows.writes?.length || follows.emails?.length) parts.add(consequence.adds)
        const entry = () => {
          const made = calendar?.()
          if (made) parts.add(consequence.adds)
          return made
        }
        return calendar ? { ...follows, calendar: entry } : follows
      },
    }),
  )
  const stage = await openStage(noting)
  const act = await way.open(stage)
  parts.clear()
  return { ...(await goes(stage, act)), parts }
}
const everyWay = new Map<Way, ReturnType<typeof seen>>()
const asItGoes = (way: Way) => {
  const known = everyWay.get(way) ?? seen(way)
  everyWay.set(way, known)
  return known
}
const without = (adds: Adds) => consequences.filter((one) => one.adds !== adds)

describe('a seat that changes', () => {
  test('R138 whoever asks changeSeats for it is in the table', () => {
    expect([...new Set([...all.map(([, { by }]) => by), ...Object.keys(besides)])].toSorted()).toEqual([...new Set(callers)].toSorted())
  })

  test.each(all)(
    'R138, R95, R90, R100 %s: everybody is told, by an email with its calendar entry, and all counts are right',
    async (_, way) => {
      const { emails, lacking } = await asItGoes(way)
      expect({ emails, lacking }).toEqual({ emails: way.emails.toSorted(), lacking: [] })
    },
  )

  test.each(all)('R138 control: %s: each consequence that is taken away is found', async (_, way) => {
    const { parts, emails } = await asItGoes(way)
    expect(parts.size).toBeGreaterThan(0)
    // The confirmation of an answer makes its entry when it is sent.
    expect(parts.has(calendarEntry)).toBe(way.emails.some((line) => line.endsWith(']') && !/: You are (?:not )?coming /.test(line)))
    for (const part of parts) expect((await gone(way, without(part))).emails, part.name).not.toEqual(emails)
  })

  test('R138 control: there is a way for each consequence', async () => {
    const ran = await Promise.all(all.map(([, way]) => asItGoes(way)))
    expect(consequences.filter(({ adds }) => !ran.some(({ parts }) => parts.has(adds))).map(({ adds }) => adds.name)).toEqual([])
  })

  test('R138 control: in any test a commit that leaves the calendar out is found', async () => {
    const { lacking } = await gone(ways['a role taken away'] as Way, without(calendarEntry))
    expect(lacking).toContain('a calendar entry')
  })
})
