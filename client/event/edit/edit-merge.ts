// Two people edit one event: what I typed, what is there now, and what both started from, brought together (R55).

import { type EventFields, fieldsOf, sentFields } from '#client/event/form/event-fields.ts'
import { formatInstant } from '#client/lib/dates.ts'
import type { Clash } from '#client/lib/stale-notice.tsx'
import { type Assignment, assignmentOf, explainAssignment, rulesOf } from '#client/role/assignment.ts'
import { isSame, mergeRoles } from '#client/role/role-merge.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import type { OpenedEvent } from './open-event.ts'

/** Everything the two steps hold. */
export interface EventEdits {
  fields: EventFields
  assignment: Assignment
  roles: DraftRole[]
}

export const editsOf = ({ event, group }: OpenedEvent): EventEdits => ({
  fields: fieldsOf(event),
  assignment: assignmentOf(event),
  roles: group.roles.map(({ _id, name, max, min = 0 }) => ({ _id, name, max, min })),
})

/** What is typed or chosen by itself, with its name on screen. */
const single = { name: 'Name', description: 'Description', location: 'Place', link: 'Link', hostName: 'Host', theme: 'Cover' } as const
type Single = keyof typeof single
const singles = Object.keys(single) as Single[]

/** The parts of the form that change as one. */
const partsOf = ({ fields, assignment, roles }: EventEdits) => {
  const { name, description, location, link, theme, hostName, organizerEmail: _, ...when } = fields
  const texts = {
    name: name.trim(),
    description: description.trim(),
    location: location.trim(),
    link: link.trim(),
    hostName: hostName.trim(),
  }
  return { ...texts, theme, when, assignment, roles }
}

/** What is sent: only what was changed, so that what others change meanwhile stays, and an untouched start doesn't count as moved. */
export function changesOf(opened: OpenedEvent, edits: EventEdits) {
  const [before, now] = [partsOf(editsOf(opened)), partsOf(edits)]
  const { start, end, timeZone, manualEnd } = sentFields(edits.fields, false)
  const hasMoved = !isSame([before.when.start, before.when.timeZone], [now.when.start, now.when.timeZone])
  return {
    ...Object.fromEntries(singles.filter((part) => now[part] !== before[part]).map((part) => [part, now[part]])),
    ...(isSame(before.when, now.when) ? {} : { end, timeZone, manualEnd, start: hasMoved ? start : opened.event.start }),
    ...(isSame(before.assignment, now.assignment) ? {} : { assignmentRules: rulesOf(edits.assignment) }),
    ...(isSame(before.roles, now.roles) ? {} : { roles: edits.roles }),
  }
}

/** Keeps what I changed, takes the rest from what is there now. */
export function mergeEdits(opened: OpenedEvent, mine: EventEdits, present: OpenedEvent): { edits: EventEdits; clashes: Clash[] } {
  const [base, theirs] = [editsOf(opened), editsOf(present)]
  const [before, now, other] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  const pick = <P extends keyof typeof before, T>(part: P, my: T, their: T) => (isSame(before[part], now[part]) ? their : my)
  const fields = {
    ...pick('when', mine.fields, theirs.fields),
    ...Object.fromEntries(singles.map((part) => [part, pick(part, mine.fields[part], theirs.fields[part])])),
  }
  const told = {
    ...(Object.fromEntries(singles.map((part) => [part, theirs.fields[part] || 'empty'])) as Record<Single, string>),
    when: formatInstant(present.event.start, present.event.timeZone),
    assignment: explainAssignment(theirs.assignment),
  }
  const parts = { ...single, when: 'Time', assignment: 'Assignment' } as const
  const clashes = ([...singles, 'when', 'assignment'] as const)
    .filter((part) => !isSame(before[part], now[part]) && !isSame(before[part], other[part]) && !isSame(now[part], other[part]))
    .map((part) => ({ part: parts[part], theirs: told[part] }))
  return {
    edits: {
      fields,
      assignment: pick('assignment', mine.assignment, theirs.assignment),
      roles: mergeRoles(base.roles, mine.roles, theirs.roles),
    },
    clashes,
  }
}
