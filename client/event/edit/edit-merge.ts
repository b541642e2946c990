// Two people edit one event: what I typed, what is there now, and what both started from, brought together (R55, R107).

import { type EventFields, endOf, fieldsOf, sentFields, startOf } from '#client/event/form/event-fields.ts'
import { type Choices, type Comparison, isConflict, isSame, settled, type Typed } from '#client/lib/conflict/conflict.ts'
import { formatInstant } from '#client/lib/dates.ts'
import { type Assignment, assignmentOf, explainAssignment, rulesOf } from '#client/role/assignment.ts'
import { compareRoles, roleText } from '#client/role/role-merge.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import { themes } from '#protocol/theme.ts'
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
  const before = partsOf(editsOf(opened))
  const now = partsOf(edits)
  const { start, end, timeZone, manualEnd } = sentFields(edits.fields, false)
  const hasMoved = !isSame([before.when.start, before.when.timeZone], [now.when.start, now.when.timeZone])
  return {
    ...Object.fromEntries(singles.filter((part) => now[part] !== before[part]).map((part) => [part, now[part]])),
    ...(isSame(before.when, now.when) ? {} : { end, timeZone, manualEnd, start: hasMoved ? start : opened.event.start }),
    ...(isSame(before.assignment, now.assignment) ? {} : { assignmentRules: rulesOf(edits.assignment) }),
    ...(isSame(before.roles, now.roles) ? {} : { roles: edits.roles }),
  }
}

const parts = [...singles, 'when', 'assignment'] as const
type Part = (typeof parts)[number]
const labels: Readonly<Record<Part, string>> = { ...single, when: 'Time', assignment: 'Assignment' }

function whenText(fields: EventFields): string {
  const start = startOf(fields)
  const end = endOf(fields)
  const day = start && formatInstant(start, fields.timeZone)
  return [day || 'No start', end && `to ${formatInstant(end, fields.timeZone)}`, `(${fields.timeZone})`].filter(Boolean).join(' ')
}

/** A part in words, as a person compares it. */
function partText({ fields, assignment }: EventEdits, part: Part): string {
  if (part === 'when') return whenText(fields)
  if (part === 'assignment') return explainAssignment(assignment)
  if (part === 'theme') return themes[fields.theme].label
  return fields[part].trim() || 'Empty'
}

/** R107: mine and theirs over what both started from, part by part and role by role. */
export function compareEdits(opened: OpenedEvent, mine: EventEdits, present: OpenedEvent): Comparison<EventEdits> {
  const base = editsOf(opened)
  const theirs = editsOf(present)
  const before = partsOf(base)
  const now = partsOf(mine)
  const other = partsOf(theirs)
  const versions = (part: Part) => ({ base: before[part], mine: now[part], theirs: other[part] })
  const roles = compareRoles({ base: base.roles, mine: mine.roles, theirs: theirs.roles })
  const clashing = parts.filter((part) => isConflict<unknown>(versions(part)))
  const settle = (choices: Choices): EventEdits => {
    const isMine = (part: Part) => isSame(settled<unknown>(versions(part), choices[part]), now[part])
    const of = (part: Part) => (isMine(part) ? mine : theirs)
    return {
      fields: { ...of('when').fields, ...Object.fromEntries(singles.map((part) => [part, of(part).fields[part]])) },
      assignment: of('assignment').assignment,
      roles: roles.settle(choices),
    }
  }
  const conflicts = clashing.map((part) => ({ key: part, label: labels[part], mine: partText(mine, part), theirs: partText(theirs, part) }))
  return { conflicts: [...conflicts, ...roles.conflicts], settle }
}

/** What was changed, in words, to be copied where it can't be saved. */
export function typedOf(opened: OpenedEvent, edits: EventEdits): Typed[] {
  const base = editsOf(opened)
  const before = partsOf(base)
  const now = partsOf(edits)
  const changed = parts
    .filter((part) => !isSame(before[part], now[part]))
    .map((part) => ({ label: labels[part], text: partText(edits, part) }))
  return isSame(before.roles, now.roles) ? changed : [...changed, { label: 'Roles', text: edits.roles.map(roleText).join('\n') }]
}
