// Who reads when and where an event itself takes place: a few, each with a reason. All others are given it as a group has it (`GroupEvent`), which the
// types keep apart from the stored one; this finds who would load the stored event and read its times past them.
import { expect, test } from 'vitest'
import { at, list, nameOf, parse, within } from '../structure/ast.ts'
import { ownSources, readSource, type Source } from '../structure/source.ts'

const allowed: Readonly<Record<string, string>> = {
  'server/seats/model/event.ts': 'makes a GroupEvent of it, and shows the event to who manages it',
  'server/seats/rules/event.ts': 'creates, edits and copies the event itself',
  'server/mail/delivery/delivery.ts': 'holds it against emails that a release before has kept without their group',
  'server/mail/delivery/combine-emails.ts': 'puts what is due about several groups in order by their own times, and takes the event’s name',
  'server/mail/delivery/resolve-links.ts':
    'lists the links of one’s answers; those to several groups lead to the event whose last group ends last, by its name and time',
  'server/seats/calendar/follows.ts': 'compares what an entry shows by the times of its group, and holds the event to raise its number',
  'server/seats/door/queries.ts':
    'holds a paired phone against the end of the event’s last group; people it lists by each group’s own times',
  'server/seats/event/actions.ts': 'takes the start of a copy out of what is sent',
  'server/seats/event/queries.ts': 'lists one’s events by name and place, and by the end of their last group',
  'server/seats/notices/answers.ts': 'puts the answers of one email in order by their groups’ own times, and takes the event’s name',
  'server/seats/rights/rights.ts': 'reads the event that a team is of; the end it goes by is the group’s',
  'server/seats/seating/moves.ts': 'puts an event’s seats in order, each read as its group has them',
  'server/seats/seating/own.ts': 'tells of overlapping seats by the times that each group is read with',
  'server/seats/team/queries.ts': 'lists events of others that one helps with, by the event’s own times',
  'server/seats/guest/jobs.ts': 'walks events by their end, and those that are over at another by that',
  'server/seats/rules/group-times.ts': 'holds a group’s own times against those of the event',
}

const own = ownSources().filter(({ file }) => file.startsWith('server/'))
const isTime = (name: string) => /^(?:start|end|lastEnd|location)$/.test(name)

/** Whether a file takes the stored event: by its type, or out of its collection. */
const takesEvents = ({ file, imports }: Source) =>
  file === 'server/seats/model/event.ts' ||
  imports.some(
    ({ to, values, types }) =>
      to === 'server/seats/model/event.ts' && [...values, ...types].some((name) => ['Event', 'events', '*'].includes(name)),
  )

const readsTimes = ({ file, text }: Source) =>
  within(parse(file, text)).some(
    (node) =>
      (node.type === 'MemberExpression' && node.computed !== true && isTime(nameOf(at(node, 'property')))) ||
      (node.type === 'ObjectPattern' && list(node, 'properties').some((one) => isTime(nameOf(at(one, 'key'))))),
  )

const readers = (sources: readonly Source[]) => sources.filter((one) => takesEvents(one) && readsTimes(one)).map(({ file }) => file)

test('R142 nobody reads the times of an event itself but who is named here, and each of those does', () => {
  expect(readers(own).sort()).toEqual(Object.keys(allowed).sort())
})

test.each([
  `import { events } from '#server/seats/model/event.ts'\nexport const over = async (tx) => (await tx.get(events, 'x')).end`,
  `import type { Event } from '#server/seats/model/event.ts'\nexport const begins = ({ start }: Event) => start`,
])('R142 control: %s is found', (text) => {
  expect(readers([readSource('server/seats/waitlist/actions.ts', text)])).toEqual(['server/seats/waitlist/actions.ts'])
})
