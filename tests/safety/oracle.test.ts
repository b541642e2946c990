// The oracle of the kill tests itself: a burst on a healthy server is explained, and eleven ways in which a store or a journal can be wrong are found.
import { expect, test } from 'vitest'
import type { Group } from '#server/seats/model/group.ts'
import { type Kept, objections, readKept } from '../kit/model/oracle.ts'
import { type Outcome, openBurst } from '../kit/process/burst.ts'
import { openWorld } from '../kit/world/world.ts'

/** What some hundred answers leave behind. */
async function afterABurst() {
  const world = await openWorld()
  const { groupId, eventId } = await world.event(
    await world.person('ada', 'enterprise'),
    [
      { name: 'Guest', max: 500 },
      { name: 'Scarce', max: 20 },
    ],
    {},
    { assignmentRules: { enableRoleSelfSelect: true } },
  )
  const { rev } = (await readKept(world.store, groupId)).group
  const target = { groupId, eventId, proofOf: (email: string) => world.proven(email, groupId).cookie ?? '' }
  const burst = openBurst(await world.address(), target, 'oracle')
  await burst.acknowledged(300)
  await burst.stop()
  return { journal: burst.outcomes, kept: await readKept(world.store, groupId, rev) }
}
type After = Awaited<ReturnType<typeof afterABurst>>

const regroup = (kept: Kept, change: Partial<Group>): Kept => ({ ...kept, group: { ...kept.group, ...change } })
const withLetters = (kept: Kept, email: string, more: number): Kept => ({
  ...kept,
  letters: new Map([...kept.letters].map(([to, count]) => [to, to === email ? count + more : count])),
})
/** Somebody whose one command was acknowledged. */
const someone = ({ journal }: After) => {
  const isAlone = ({ email }: Outcome) => journal.filter((one) => one.email === email).length === 1
  const found = journal.find((one) => one.status === 200 && one.roles.includes('Guest') && isAlone(one))
  if (!found) throw new Error('Nobody has answered once')
  return found
}
const changed = (kept: Kept, email: string, change: object): Kept => ({
  ...kept,
  rsvps: kept.rsvps.map((one) => (one.email === email ? { ...one, ...change } : one)),
})

const wrongs: readonly (readonly [what: string, says: RegExp, wrong: (after: After, email: string) => After])[] = [
  [
    'an acknowledged answer is gone',
    /acknowledged as 1, kept as 0/,
    ({ journal, kept }, email) => ({ journal, kept: { ...kept, rsvps: kept.rsvps.filter((one) => one.email !== email) } }),
  ],
  [
    'another answer stands in its place',
    /acknowledged .* kept .*Another/,
    ({ journal, kept }, email) => ({ journal, kept: changed(kept, email, { name: 'Another' }) }),
  ],
  [
    'an answer was put in twice',
    /1 different answers were put in 2 times/,
    ({ journal, kept }, email) => ({
      journal,
      kept: withLetters(regroup(changed(kept, email, { rev: 2 }), { rev: kept.group.rev + 1 }), email, 1),
    }),
  ],
  [
    'an email is about an answer that is not there',
    /kept as 1, emailed as 2/,
    ({ journal, kept }, email) => ({ journal, kept: withLetters(kept, email, 1) }),
  ],
  ['an email is missing', /kept as 1, emailed as 0/, ({ journal, kept }, email) => ({ journal, kept: withLetters(kept, email, -1) })],
  [
    'the counts are not those of the records',
    /said yes and .* are counted/,
    ({ journal, kept }) => ({ journal, kept: regroup(kept, { answers: { ...kept.group.answers, yes: kept.group.answers.yes + 1 } }) }),
  ],
  [
    'there are more holders than seats',
    /were told that they have one of 19 seats/,
    ({ journal, kept }) => ({
      journal,
      kept: regroup(kept, { roles: kept.group.roles.map((role) => (role.name === 'Scarce' ? { ...role, max: 19 } : role)) }),
    }),
  ],
  [
    'somebody was turned away from a role that was not full',
    /told that Guest is full while/,
    ({ journal, kept }) => {
      const isTurnedAway = ({ status }: Outcome) => status === 409
      const text = JSON.stringify({ code: 'role-full', roles: ['Guest'] })
      return { kept, journal: journal.map((one) => (isTurnedAway(one) ? { ...one, text } : one)) }
    },
  ],
  [
    'two changes have one place in the order',
    /are both change \d+ of the group/,
    ({ journal, kept }, email) => {
      const [other] = journal.filter((one) => one.status === 200 && one.email !== email)
      const { form } = JSON.parse(other?.text ?? '{}')
      return {
        kept,
        journal: journal.map((one) => (one.email === email ? { ...one, text: JSON.stringify({ ...JSON.parse(one.text), form }) } : one)),
      }
    },
  ],
  [
    'a change of the group is nobody’s',
    /changes of the group, \d+ of its answers/,
    ({ journal, kept }) => ({ journal, kept: regroup(kept, { rev: kept.group.rev + 1 }) }),
  ],
  [
    'an answer is there that nobody sent',
    /has an answer and never sent one/,
    ({ journal, kept }, email) => ({ kept, journal: journal.filter((one) => one.email !== email) }),
  ],
]

test('S6 the oracle explains what a healthy server has done, also where some were turned away, changed their minds, or lost their answer', async () => {
  const { journal, kept } = await afterABurst()
  expect(new Set(journal.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(journal.filter(({ attending }) => !attending).length).toBeGreaterThan(20)
  expect(objections(journal, kept)).toEqual([])
  const forgetful = journal.map((one, nth) => (nth % 7 === 0 ? { ...one, status: 0, text: '' } : one))
  expect(objections(forgetful, kept)).toEqual([])
})

test('S6 control: the oracle objects to each of eleven wrong stores and journals', async () => {
  const after = await afterABurst()
  const { email } = someone(after)
  for (const [what, says, wrong] of wrongs) {
    const { journal, kept } = wrong(after, email)
    expect([what, objections(journal, kept).join('\n')]).toEqual([what, expect.stringMatching(says)])
  }
})
