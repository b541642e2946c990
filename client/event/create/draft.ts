// The event being created: kept in session storage, so that a reload or a failed call loses nothing that was typed.
import { z } from 'zod/mini'
import { create } from 'zustand'
import { blankFields, nextFullHour, startOf } from '#client/event/form/event-fields.ts'
import { newGroupFields } from '#client/group/settings/group-fields.tsx'
import { toLocalInput, viewerZone } from '#client/lib/dates.ts'
import { newKey } from '#client/lib/new-key.ts'
import { pendingEmail } from '#client/lib/session.ts'
import { assignmentRules } from '#protocol/event.ts'
import { usualCutoffHours } from '#protocol/group.ts'
import { defaultTheme, ThemeName } from '#protocol/theme.ts'

const EventFieldsShape = z.object({
  name: z.string(),
  description: z.string(),
  location: z._default(z.string(), ''),
  link: z._default(z.string(), ''),
  theme: z._default(ThemeName, 'dusk'),
  hostName: z._default(z.string(), ''),
  start: z.string(),
  timeZone: z.string(),
  manualEnd: z.boolean(),
  hours: z.number(),
  minutes: z.number(),
  end: z.string(),
  organizerEmail: z.string(),
})

const Draft = z.object({
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
  /** Whether the person has chosen it, or that there is none: what is preselected is no choice. */
  hasChosenOrganization: z._default(z.boolean(), false),
  /** R39: the user id of a member who may assign roles; '' for none. */
  grantMember: z._default(z.string(), ''),
  group: z.object({
    name: z.string(),
    description: z.string(),
    displayRSVPToAll: z.boolean(),
    limitToMembers: z.boolean(),
    attendingOrgIds: z._default(z.array(z.string()), []),
    waitlist: z._default(z.boolean(), true),
    waitlistCutoffHours: z._default(z.number(), usualCutoffHours),
    handOver: z._default(z.boolean(), true),
  }),
  roles: z.array(z.object({ name: z.string(), max: z.number(), min: z.optional(z.number()) })),
})
export type Draft = z.infer<typeof Draft>
export type DraftStep = Draft['step']

const storageKey = 'rolecallEventDraft'

const proposedStart = () => toLocalInput(nextFullHour(Date.now()), viewerZone())

function newFields(key: string) {
  const zone = viewerZone()
  return { ...blankFields(zone, defaultTheme(key)), start: proposedStart(), organizerEmail: pendingEmail() }
}

const freshDraft = (key: string): Draft => ({
  key,
  step: 0,
  fields: newFields(key),
  assignment: null,
  organisingOrgObj: null,
  hasChosenOrganization: false,
  grantMember: '',
  group: newGroupFields(),
  roles: [],
})

export const newDraft = (): Draft => freshDraft(newKey())

function keptDraft(): Draft | null {
  try {
    return Draft.parse(JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null'))
  } catch {
    return null // nothing kept, not ours, or storage is forbidden
  }
}

function keep(draft: Draft) {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // storage can be forbidden or full; the draft then lives in this tab's memory only
  }
}

export const useDraft = create<Draft>(() => keptDraft() ?? newDraft())
useDraft.subscribe(keep)

export const setDraft = (part: Partial<Draft>) => useDraft.setState(part)

/** Proposes a start again where nothing was typed and the proposed one has passed. */
export function refreshStart() {
  const { fields } = useDraft.getState()
  if (!fields.name && fields.start && Date.parse(startOf(fields)) <= Date.now()) setDraft({ fields: { ...fields, start: proposedStart() } })
}

/** Chooses the organizing organization: who may assign starts anew, and so does who may answer (R26). */
export function setOrganization(organisingOrgObj: Draft['organisingOrgObj']) {
  const { group } = useDraft.getState()
  const limitToMembers = organisingOrgObj !== null || group.attendingOrgIds.length > 0
  const attendingOrgIds = group.attendingOrgIds.filter((id) => id !== organisingOrgObj?._id)
  setDraft({ organisingOrgObj, grantMember: '', group: { ...group, limitToMembers, attendingOrgIds } })
}

/** As `setOrganization`, by the person's own choice: nothing is preselected any more. */
export function chooseOrganization(organisingOrgObj: Draft['organisingOrgObj']) {
  setOrganization(organisingOrgObj)
  setDraft({ hasChosenOrganization: true })
}

/** Makes the same draft a new event (R56). */
export const renewKey = () => setDraft({ key: newKey() })

/** Called once the event is created: the next one starts from nothing, under a new key. */
export const startOver = () => useDraft.setState(newDraft(), true)

/** Reads the kept draft anew, as a reload does. */
export const reopenDraft = () => useDraft.setState(keptDraft() ?? newDraft(), true)
