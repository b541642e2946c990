// What the invitee has typed and not yet sent: it survives a reload of the tab. Never the code, never the proof.
import { create } from 'zustand'
import { dropUnderWay, keepUnderWay, underWay } from '#client/rsvp/proof/under-way.ts'

/** Somebody who comes along, as typed; `_id` where they were saved before. */
export interface DraftCompanion {
  readonly _id?: string | undefined
  readonly name: string
  readonly roles?: string[] | undefined
}

/** Only what was touched; the rest comes from the saved answer or the session. Roles by id, so that a rename loses nothing. */
export interface RsvpDraft {
  email?: string | undefined
  name?: string | undefined
  attending?: boolean | undefined
  roleIds?: string[] | undefined
  note?: string | undefined
  /** R162: what the boxes of each question hold, by its id. */
  answers?: Readonly<Record<string, readonly string[]>> | undefined
  /** R170: all who come along; R172: with how many people they would come for what they wait for. */
  companions?: readonly DraftCompanion[] | undefined
  atLeast?: number | undefined
  /** R89: the names of full roles to wait for. */
  waitFor?: string[] | undefined
  keepWaiting?: boolean | undefined
  replaceRole?: boolean | undefined
}

const isKept = (value: unknown): value is Partial<Record<keyof RsvpDraft, unknown>> => typeof value === 'object' && value !== null
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isText = (value: unknown) => typeof value === 'string'
const choice = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const texts = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : undefined)
const textsEach = (value: unknown) =>
  isKept(value) ? Object.fromEntries(Object.entries(value).map(([id, one]) => [id, texts(one) ?? []])) : undefined

const companion = (value: unknown) => {
  const { _id, name, roles } = value as Partial<Record<keyof DraftCompanion, unknown>>
  return { _id: text(_id), name: text(name) ?? '', roles: texts(roles) }
}
export const companionsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isKept).map(companion) : undefined)

/** Reads each field by itself: without a schema, which comes later than the page. */
function draftOf(kept: unknown): RsvpDraft {
  if (!isKept(kept)) return {}
  const { email, name, attending, roleIds, note, answers, companions, atLeast, waitFor, keepWaiting, replaceRole } = kept
  return {
    email: text(email),
    name: text(name),
    attending: choice(attending),
    roleIds: texts(roleIds),
    note: text(note),
    answers: textsEach(answers),
    companions: companionsIn(companions),
    atLeast: typeof atLeast === 'number' ? atLeast : undefined,
    waitFor: texts(waitFor),
    keepWaiting: choice(keepWaiting),
    replaceRole: choice(replaceRole),
  }
}

export const useDraft = create<{ key: string; groupId: string; draft: RsvpDraft }>(() => ({ key: '', groupId: '', draft: {} }))

const draftKey = (groupId: string, eventId: string) => `rsvpDraft:${groupId}:${eventId || 'none'}`

function read(key: string): RsvpDraft {
  try {
    return draftOf(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  } catch {
    return {} // nothing kept, or storage is closed
  }
}

function keep(key: string, draft: RsvpDraft | null) {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is closed: the draft lives as long as the page.
  }
}

/** Takes up the draft of one form; who answers may have begun in another tab (R227). */
export function openDraft(groupId: string, eventId: string) {
  const key = draftKey(groupId, eventId)
  if (useDraft.getState().key === key) return
  const draft = read(key)
  const { email, name } = underWay(groupId) ?? {}
  useDraft.setState({ key, groupId, draft: { ...draft, email: draft.email ?? email, name: draft.name ?? (name || undefined) } })
}

export function editDraft(change: RsvpDraft) {
  const { key, groupId, draft } = useDraft.getState()
  const next = { ...draft, ...change }
  useDraft.setState({ draft: next })
  keep(key, next)
  const { email, name } = change
  if (email !== undefined) keepUnderWay(groupId, { email })
  if (name !== undefined) keepUnderWay(groupId, { name })
}

/** Whether something of an answer waits to be sent; who answers is not yet an answer. */
export const isTouched = ({ attending, roleIds, note, answers, companions, atLeast, waitFor }: RsvpDraft) =>
  [attending, roleIds, note, answers, companions, atLeast, waitFor].some((one) => one !== undefined)

/** Forgets the draft: it was sent, or is not to be. */
export function dropDraft() {
  const { key, groupId } = useDraft.getState()
  keep(key, null)
  dropUnderWay(groupId)
  useDraft.setState({ draft: {} })
}
