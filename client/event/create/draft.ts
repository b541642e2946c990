// The event being created: kept in session storage, so that a reload or a failed call loses nothing that was typed.
import { z } from 'zod/mini'
import { create } from 'zustand'
import { blankFields } from '#client/event/form/event-fields.ts'
import { newGroupFields } from '#client/group/settings/group-fields.tsx'
import { viewerZone } from '#client/lib/dates.ts'
import { assignmentRules } from '#protocol/event.ts'

const EventFieldsShape = z.object({
  name: z.string(),
  description: z.string(),
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
  /** R39: the user id of a member who may assign roles; '' for none. */
  grantMember: z._default(z.string(), ''),
  group: z.object({
    name: z.string(),
    description: z.string(),
    displayRSVPToAll: z.boolean(),
    limitToMembers: z.boolean(),
    attendingOrgIds: z._default(z.array(z.string()), []),
  }),
  roles: z.array(z.object({ name: z.string(), max: z.number() })),
})
export type Draft = z.infer<typeof Draft>
export type DraftStep = Draft['step']

const storageKey = 'rolecallEventDraft'

/** A random UUID needs a secure context, which a server in the local network isn't. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const newDraft = (): Draft => ({
  key: newKey(),
  step: 0,
  fields: blankFields(viewerZone()),
  assignment: null,
  organisingOrgObj: null,
  grantMember: '',
  group: newGroupFields(),
  roles: [],
})

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

/** Chooses the organizing organization: who may assign starts anew, and so does who may answer (R26). */
export function setOrganization(organisingOrgObj: Draft['organisingOrgObj']) {
  const { group } = useDraft.getState()
  const limitToMembers = organisingOrgObj !== null || group.attendingOrgIds.length > 0
  const attendingOrgIds = group.attendingOrgIds.filter((id) => id !== organisingOrgObj?._id)
  setDraft({ organisingOrgObj, grantMember: '', group: { ...group, limitToMembers, attendingOrgIds } })
}

/** Makes the same draft a new event (R56). */
export const renewKey = () => setDraft({ key: newKey() })

/** Called once the event is created: the next one starts from nothing, under a new key. */
export const startOver = () => useDraft.setState(newDraft(), true)

/** Reads the kept draft anew, as a reload does. */
export const reopenDraft = () => useDraft.setState(keptDraft() ?? newDraft(), true)
