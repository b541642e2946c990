// Where a refusal of an event form's last step belongs: to a step and a field, or to the form as a whole.
import { CallFailed, errorText } from '#client/lib/call.ts'
import { type EventErrors, fieldOfRefusal } from './event-errors.ts'
import type { EventFields } from './event-fields.ts'

export interface Refused {
  /** The part that the first error stands on. */
  part: 'details' | 'assignment' | 'attendees'
  event: EventErrors
  group: Readonly<Record<string, string>>
  /** R140: which group these speak of, and `roles`; null where none is named. */
  at: number | null
  /** '1.name', '1.max', or '' for the list, as the roles editor takes them. */
  roles: Readonly<Record<string, string>>
  /** What belongs to no single field. */
  general: string | null
  /** What can be done about it differs from trying again. */
  code: string | null
}

export const nothingRefused: Refused = { part: 'attendees', event: {}, group: {}, at: null, roles: {}, general: null, code: null }

const aboutRoles = new Set([
  'role-names-taken',
  'role-name-taken',
  'role-limit-reached',
  'role-max-over-plan',
  'role-under-filled',
  'role-min-over-max',
  'role-held',
])
const aboutAssignment = new Set(['team-plan-needed', 'toggles-both', 'grantee-not-member'])
const aboutOrganization = new Set(['org-unknown', 'member-rights', 'account-needed'])

/** These have a notice of their own, with a way on. */
const hasNotice = new Set(['idempotency-key-reused', 'stale-rev'])

/** Sorts a failed creation or update; `fallback` is the sentence where the server gives none. */
export function placeFailure(error: unknown, fallback: string): Refused {
  if (!(error instanceof CallFailed)) return { ...nothingRefused, general: 'An error occurred while completing the flow' }
  const { code } = error
  const sentence = errorText(error, fallback)
  if (hasNotice.has(code)) return { ...nothingRefused, code }
  const field = fieldOfRefusal[code]
  if (field) return { ...nothingRefused, code, part: 'details', event: { [field]: sentence } }
  if (aboutRoles.has(code)) return { ...nothingRefused, code, roles: { '': sentence } }
  if (aboutAssignment.has(code)) return { ...nothingRefused, code, part: 'assignment', general: sentence }
  if (aboutOrganization.has(code)) return { ...nothingRefused, code, part: 'details', general: sentence }
  return { ...placeFields(error.fields, sentence), code }
}

const isEventField = (name: string): name is keyof EventFields =>
  ['name', 'description', 'location', 'link', 'hostName', 'start', 'end', 'timeZone', 'organizerEmail'].includes(name)

/** Fields are named by their path: 'event.start', 'groups.0.roles.1.max'; 'start' and 'roles.1.max' where the event stands alone. */
function placeFields(fields: Record<string, string>, sentence: string): Refused {
  const event: EventErrors = {}
  const group: Record<string, string> = {}
  const roles: Record<string, string> = {}
  let isPlaced = true
  const [, at] = Object.keys(fields).flatMap((path) => /^groups\.(\d+)\./.exec(path) ?? [])
  for (const [path, said] of Object.entries(fields)) {
    const [, role] = /^(?:groups\.\d+\.)?roles\.?(.*)$/.exec(path) ?? []
    const [, ofGroup] = /^groups\.\d+\.(\w+)$/.exec(path) ?? []
    const ofEvent = path.replace(/^event\./, '')
    if (role !== undefined) roles[role] = said
    else if (ofGroup) group[ofGroup] = said
    else if (isEventField(ofEvent)) event[ofEvent] = said
    else isPlaced = false
  }
  const isOnDetails = Object.keys(event).length > 0
  const isOnFields = isOnDetails || Object.keys({ ...group, ...roles }).length > 0
  return {
    ...nothingRefused,
    part: isOnDetails ? 'details' : 'attendees',
    event,
    group,
    at: at === undefined ? null : Number(at),
    roles,
    general: isOnFields && isPlaced ? null : sentence,
  }
}
