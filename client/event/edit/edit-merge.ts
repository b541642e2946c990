// Two people edit one event: what I typed, what is there now, and what both started from, brought together (R55, R107).

import {
  type EventFields,
  type EventFormSettings,
  endOf,
  eventFormSettings,
  fieldsOf,
  sentFields,
  startOf,
  trimmed,
} from '#client/event/form/event-fields.ts'
import type { PerPerson } from '#client/event/form/per-person-fields.tsx'
import { type Choices, type Comparison, isConflict, isSameJson, settled, type Typed } from '#client/lib/conflict/conflict.ts'
import { formatInstant, zonePlace } from '#client/lib/dates.ts'
import { doorsText } from '#client/lib/event/doors-text.ts'
import { type Assignment, assignmentOf, explainAssignment, rulesOf } from '#client/role/assignment.ts'
import { compareRoles, roleText } from '#client/role/role-merge.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import { keysOf, settingsIn } from '#protocol/seats/settings.ts'
import { themeLabel } from '#protocol/seats/theme/theme.ts'
import type { OpenedEvent } from './open-event.ts'

/** Everything the two steps hold. */
export interface EventEdits {
  fields: EventFields
  assignment: Assignment
  roles: DraftRole[]
  /** R144, R148: what holds for one person where there are several groups. */
  perPerson: PerPerson
  /** R142: whether groups with times of their own move along; absent for yes. */
  moveGroups?: boolean
}

export const editsOf = ({ event, group }: OpenedEvent): EventEdits => ({
  fields: fieldsOf(event),
  assignment: assignmentOf(event),
  perPerson: { maxGroups: event.maxGroups, minGroups: event.minGroups, bufferMinutes: event.bufferMinutes },
  roles: group.roles.map(({ _id, name, max, min = 0 }) => ({ _id, name, max, min })),
})

/** What is typed or chosen by itself, with its name on screen. */
const singles = [...keysOf(eventFormSettings), 'hostName'] as const

/** The parts of the form that change as one. */
const partsOf = ({ fields, assignment, roles, perPerson }: EventEdits) => {
  const { start, timeZone, manualEnd, hours, minutes, end } = fields
  const texts = { ...trimmed(settingsIn(eventFormSettings, fields)), hostName: fields.hostName.trim() }
  return { ...texts, when: { start, timeZone, manualEnd, hours, minutes, end }, assignment, perPerson, roles }
}

/** What is sent: only what was changed, so that what others change meanwhile stays, and an untouched start doesn't count as moved. */
export function changesOf(opened: OpenedEvent, edits: EventEdits) {
  const before = partsOf(editsOf(opened))
  const now = partsOf(edits)
  const { start, startShown, end, timeZone, manualEnd } = sentFields(edits.fields, false)
  const hasMoved = !isSameJson([before.when.start, before.when.timeZone], [now.when.start, now.when.timeZone])
  return {
    ...Object.fromEntries(singles.filter((part) => now[part] !== before[part]).map((part) => [part, now[part]])),
    ...(isSameJson(before.when, now.when) ? {} : { end, timeZone, manualEnd, start: hasMoved ? start : opened.event.start }),
    ...(hasMoved && { startShown }),
    ...(hasMoved && opened.event.groupIds.length > 1 && edits.moveGroups !== false && { moveGroups: true }),
    ...(isSameJson(before.assignment, now.assignment) ? {} : { assignmentRules: rulesOf(edits.assignment) }),
    ...(isSameJson(before.perPerson, now.perPerson) ? {} : now.perPerson),
    ...(isSameJson(before.roles, now.roles) ? {} : { roles: edits.roles }),
  }
}

const parts = [...singles, 'when', 'assignment', 'perPerson'] as const
type EditPart = (typeof parts)[number]
const others = { hostName: 'Organizer', when: 'Time', assignment: 'Assignment', perPerson: 'Groups for one person' } as const
const labelOf = (part: EditPart) =>
  part in others ? others[part as keyof typeof others] : eventFormSettings[part as keyof EventFormSettings].label

function whenText(fields: EventFields): string {
  const start = startOf(fields)
  const end = endOf(fields)
  const day = start && formatInstant(start, fields.timeZone)
  return [day || 'No start', end && `to ${formatInstant(end, fields.timeZone)}`, `(${zonePlace(fields.timeZone)})`]
    .filter(Boolean)
    .join(' ')
}

function perPersonText({ maxGroups, minGroups, bufferMinutes }: PerPerson): string {
  const most = maxGroups === null ? 'Any number' : `At most ${maxGroups}`
  return [most, minGroups > 0 && `asked for ${minGroups} or more`, `${bufferMinutes} minutes between`].filter(Boolean).join(', ')
}

/** A part in words, as a person compares it. */
function partText({ fields, assignment, perPerson }: EventEdits, part: EditPart): string {
  if (part === 'when') return whenText(fields)
  if (part === 'assignment') return explainAssignment(assignment)
  if (part === 'perPerson') return perPersonText(perPerson)
  if (part === 'theme') return themeLabel(fields.theme)
  if (part === 'doorsOpen') return doorsText(fields.doorsOpen)
  return fields[part].trim() || 'Empty'
}

/** R107: mine and theirs over what both started from, part by part and role by role. */
export function compareEdits(opened: OpenedEvent, mine: EventEdits, current: OpenedEvent): Comparison<EventEdits> {
  const base = editsOf(opened)
  const theirs = editsOf(current)
  const before = partsOf(base)
  const now = partsOf(mine)
  const other = partsOf(theirs)
  const versions = (part: EditPart) => ({ base: before[part], mine: now[part], theirs: other[part] })
  const roles = compareRoles({ base: base.roles, mine: mine.roles, theirs: theirs.roles })
  const clashing = parts.filter((part) => isConflict<unknown>(versions(part)))
  const settle = (choices: Choices): EventEdits => {
    const isMine = (part: EditPart) => isSameJson(settled<unknown>(versions(part), choices[part]), now[part])
    const of = (part: EditPart) => (isMine(part) ? mine : theirs)
    return {
      fields: { ...of('when').fields, ...Object.fromEntries(singles.map((part) => [part, of(part).fields[part]])) },
      assignment: of('assignment').assignment,
      perPerson: of('perPerson').perPerson,
      roles: roles.settle(choices),
      ...(mine.moveGroups !== undefined && { moveGroups: mine.moveGroups }),
    }
  }
  const conflicts = clashing.map((part) => ({
    key: part,
    label: labelOf(part),
    mine: partText(mine, part),
    theirs: partText(theirs, part),
  }))
  return { conflicts: [...conflicts, ...roles.conflicts], settle }
}

/** What was changed, in words, to be copied where it can't be saved. */
export function typedOf(opened: OpenedEvent, edits: EventEdits): Typed[] {
  const base = editsOf(opened)
  const before = partsOf(base)
  const now = partsOf(edits)
  const changed = parts
    .filter((part) => !isSameJson(before[part], now[part]))
    .map((part) => ({ label: labelOf(part), text: partText(edits, part) }))
  return isSameJson(before.roles, now.roles) ? changed : [...changed, { label: 'Roles', text: edits.roles.map(roleText).join('\n') }]
}
