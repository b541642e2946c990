// The event being created: kept in session storage, so that a reload or a failed call loses nothing that was typed.

import { z } from 'zod/mini'
import { create } from 'zustand'
import { blankFields, eventFormSettings, proposedStart, startOf } from '#client/event/form/event-fields.ts'
import { groupFormSettings, newGroupFields } from '#client/group/settings/group-values.ts'
import { viewerZone } from '#client/lib/dates.ts'
import { newKey } from '#client/lib/new-key.ts'
import { serverNow } from '#client/lib/now.ts'
import { pendingEmail } from '#client/lib/session.ts'
import { assignmentRules } from '#protocol/seats/event.ts'
import { drafted } from '#protocol/seats/settings.ts'
import { defaultTheme, EventTheme } from '#protocol/seats/theme/theme.ts'

const EventFieldsShape = z.object({
  ...drafted(eventFormSettings),
  theme: z._default(EventTheme, 'dusk'),
  hostName: z._default(z.string(), ''),
  start: z.string(),
  timeZone: z.string(),
  manualEnd: z.boolean(),
  hours: z.number(),
  minutes: z.number(),
  end: z.string(),
  organizerEmail: z.string(),
})

/** What its page says of an event that was published here. */
const LiveEvent = z.object({ link: z.string(), start: z.string(), timeZone: z.string(), theme: EventTheme, seats: z.number() })
export type LiveEvent = z.infer<typeof LiveEvent>

/** Created while signed out: it waits for the code in the email (R127). */
const UnpublishedEvent = z.object({
  /** '' where its creation was not answered. */
  eventId: z.string(),
  groupId: z._default(z.string(), ''),
  eventName: z.string(),
  email: z.string(),
  /** For invitees; '' where it is not known. */
  link: z.string(),
  /** Once the code has published it. */
  live: z.optional(LiveEvent),
})
export type UnpublishedEvent = z.infer<typeof UnpublishedEvent>

const DraftRole = z.object({ name: z.string(), max: z.number(), min: z.optional(z.number()) })

const anyNumber = { maxGroups: null, minGroups: 0, bufferMinutes: 0 }

const CreationDraft = z.object({
  /** R56: the Idempotency-Key, made once per draft. */
  key: z.string(),
  step: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  fields: EventFieldsShape,
  /** null until touched: the plan's default then holds. */
  assignment: z.nullable(
    z.object({ enableRoleAssignment: z.boolean(), enableRoleSelfSelect: z.boolean(), assignmentRule: z.enum(assignmentRules) }),
  ),
  /** The organizing organization; null for none. */
  organisingOrgObj: z._default(z.nullable(z.object({ _id: z.string(), name: z.string() })), null),
  /** Whether the person chose it, or chose none: what is preselected doesn't count. */
  hasChosenOrganization: z._default(z.boolean(), false),
  /** R39: the user id of a member who may assign roles; '' for none. */
  grantMember: z._default(z.string(), ''),
  group: z.object(drafted(groupFormSettings)),
  roles: z.array(DraftRole),
  /** R140: all of them, once there are several; then `roles` and the name of `group` are those of none. */
  groups: z._default(
    z.array(z.object({ name: z.string(), start: z.string(), end: z.string(), location: z.string(), roles: z.array(DraftRole) })),
    [],
  ),
  /** R144, R148: what holds for one person where there are several groups. */
  perPerson: z._default(z.object({ maxGroups: z.nullable(z.int()), minGroups: z.int(), bufferMinutes: z.int() }), anyNumber),
  waiting: z._default(z.nullable(UnpublishedEvent), null),
})
export type CreationDraft = z.infer<typeof CreationDraft>
export type DraftStep = CreationDraft['step']

const storageKey = 'rolecallEventDraft'

function newFields(key: string) {
  const zone = viewerZone()
  return { ...blankFields(zone, defaultTheme(key)), start: proposedStart(zone), organizerEmail: pendingEmail() }
}

const freshDraft = (key: string): CreationDraft => ({
  key,
  step: 0,
  fields: newFields(key),
  assignment: null,
  organisingOrgObj: null,
  hasChosenOrganization: false,
  grantMember: '',
  group: newGroupFields(),
  roles: [],
  groups: [],
  perPerson: anyNumber,
  waiting: null,
})

export const newDraft = (): CreationDraft => freshDraft(newKey())

function keptDraft(): CreationDraft | null {
  try {
    return CreationDraft.parse(JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null'))
  } catch {
    return null // nothing kept, not ours, or storage is forbidden
  }
}

function keep(draft: CreationDraft) {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // storage can be forbidden or full; the draft then lives in this tab's memory only
  }
}

export const useDraft = create<CreationDraft>(() => keptDraft() ?? newDraft())
useDraft.subscribe(keep)

export const setDraft = (part: Partial<CreationDraft>) => useDraft.setState(part)

/** Proposes a start again where nothing was typed and the proposed one has passed. */
export function refreshStart() {
  const { fields } = useDraft.getState()
  if (!fields.name && fields.start && Date.parse(startOf(fields)) <= serverNow())
    setDraft({ fields: { ...fields, start: proposedStart(fields.timeZone) } })
}

/** Sets the organizing organization: nobody is chosen yet who may assign, and at first only members may answer (R26). */
export function setOrganization(organisingOrgObj: CreationDraft['organisingOrgObj']) {
  const { group } = useDraft.getState()
  const limitToMembers = organisingOrgObj !== null || group.attendingOrgIds.length > 0
  const attendingOrgIds = group.attendingOrgIds.filter((id) => id !== organisingOrgObj?._id)
  setDraft({ organisingOrgObj, grantMember: '', group: { ...group, limitToMembers, attendingOrgIds } })
}

/** As `setOrganization`, by the person's own choice: from now on nothing is preselected. */
export function chooseOrganization(organisingOrgObj: CreationDraft['organisingOrgObj']) {
  setOrganization(organisingOrgObj)
  setDraft({ hasChosenOrganization: true })
}

/** Makes the same draft a new event (R56). */
export const renewKey = () => setDraft({ key: newKey() })

/** Called once the event is created: the next one starts from nothing, under a new key. */
export const startOver = (waiting: UnpublishedEvent | null = null) => useDraft.setState({ ...newDraft(), waiting }, true)

/** Reads the kept draft anew, as a reload does. */
export const reopenDraft = () => useDraft.setState(keptDraft() ?? newDraft(), true)
