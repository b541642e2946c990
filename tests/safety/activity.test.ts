// The lines of a group's activity (R105) against the reference model's histories: played from the first on, they come to what stands now.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { type Actor, type Drafted, drop, pairsOf, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { activityOf } from '#server/record/activity/actions.ts'
import { type Activity, activities } from '#server/seats/model/activity.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { chance } from '../kit/model/chance.ts'
import { replayed, standing } from '../kit/model/model-activity.ts'
import { histories, starts } from '../kit/model/model-commands.ts'
import { type Real, realOf } from '../kit/model/model-real.ts'
import { applyRules, trueRules } from '../kit/model/model-rules.ts'
import type { Command, Model } from '../kit/model/model-state.ts'

const { seed } = chance()
console.log(`activity.test.ts: SEED=${seed}`)
const times = process.env.SOAK === undefined ? 1 : 10
const now = Date.parse('2026-12-01T09:00:00Z')
const ada: Actor = { by: { type: 'person', userId: 'o', name: 'Ada' }, via: 'account' }

const recordsOf = ({ group, event, rsvps: people }: Real): [Collection<never>, Stored][] => [
  [groups, group],
  [events, event],
  ...[...people.values()].map((rsvp): [Collection<never>, Stored] => [rsvps, rsvp]),
]

/** What one command writes, as the write path is told it, and the lines made of that. */
async function linesOf(before: Real | undefined, after: Real, nth: number): Promise<Activity[]> {
  const known = new Map((before ? recordsOf(before) : []).map(([{ name }, record]) => [`${name}/${record._id}`, record]))
  const isNew = ([{ name }, record]: [Collection<never>, Stored]) => known.get(`${name}/${record._id}`) !== record
  const writes: RecordWrite[] = recordsOf(after)
    .filter(isNew)
    .map(([collection, record]) =>
      put(collection as Collection<Stored>, { ...record, rev: known.has(`${collection.name}/${record._id}`) ? 2 : 1 }),
    )
  // R106: an answer that an act had made goes with it.
  for (const rsvp of before?.rsvps.values() ?? [])
    if (![...after.rsvps.values()].some(({ _id }) => _id === rsvp._id)) writes.push(drop(rsvps, rsvp))
  const tx: Drafted = {
    get: async <R extends Stored>({ name }: Collection<R>, id: string) => known.get(`${name}/${id}`) as R | undefined,
    find: async () => [],
    kept: () => [],
  }
  const risingId = (ms: number) => `${ms.toString(16).padStart(11, '0')}${nth.toString(16).padStart(10, '0')}000`
  const secrets = { risingId } as Secrets
  const made = await activityOf({ clock: { now: () => after.now } as never, secrets }, tx, { pairs: await pairsOf(tx, writes), actor: ada })
  return made
    .filter(({ collection }) => collection.name === activities.name)
    .map((change) => (change as { readonly put: Stored }).put as Activity)
}

/** The kinds that came, to see that the histories reach them. */
const seen = new Map<string, number>()

/** Plays one history and replays its lines after each command; `keep` leaves lines out, for the controls. */
async function play(start: Model, history: readonly Command[], keep: (line: Activity) => boolean) {
  let real = realOf(start)
  const lines = await linesOf(undefined, real, 0)
  for (const [nth, command] of history.entries()) {
    const got = applyRules(trueRules, real, command)
    if (typeof got === 'string') continue
    const more = await linesOf(real, got, nth + 1)
    for (const { kind } of more) seen.set(kind, (seen.get(kind) ?? 0) + 1)
    lines.push(...more.filter(keep))
    real = got
    const [replay, stands] = [replayed(lines), standing(real.group, [...real.rsvps.values()])]
    if (!isDeepStrictEqual(replay, stands)) expect(replay, JSON.stringify(command)).toEqual(stands)
  }
}
const agreement = (keep: (line: Activity) => boolean) =>
  fc.asyncProperty(starts(now), histories, (start, history) => play(start, history, keep))

describe('the lines of 3,000 histories', () => {
  test('R105 come to what stands: roles, limits, coverage, who comes, waits and is offered a seat', async () => {
    await fc.assert(
      agreement(() => true),
      { seed, numRuns: 3_000 * times },
    )
    console.log(JSON.stringify(Object.fromEntries(seen)))
    for (const kind of [
      'answer',
      'assign',
      'unassign',
      'reassign',
      'seat',
      'wait',
      'limit',
      'role-add',
      'role-remove',
      'role-change',
      'event',
    ])
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(5)
  })

  test.each(['answer', 'assign', 'unassign', 'reassign', 'seat', 'wait', 'limit', 'role-add', 'role-remove', 'role-change', 'event'])(
    'R105 control: it is found when no line tells of: %s',
    async (left) => {
      const { failed } = await fc.check(
        agreement(({ kind }) => kind !== left),
        { seed, numRuns: 50_000, endOnFailure: true },
      )
      expect(failed).toBe(true)
    },
  )
})
