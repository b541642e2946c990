// The list that somebody is making for a group: kept in session storage, so that a reload or a failed call loses nothing.
import { z } from 'zod/mini'
import { create } from 'zustand'
import { useSession } from '#client/lib/session.ts'
import { isNew, Row, unchecked } from './rows.ts'

const InviteDraft = z.object({
  rows: z.array(Row),
  message: z.string(),
  /** The name of the role that is suggested to everyone; '' for none. */
  role: z.string(),
  /** R97j: other groups of the event that they are invited to as well. */
  alsoTo: z._default(z.array(z.string()), []),
})
export type InviteDraft = z.infer<typeof InviteDraft>
const nothing: InviteDraft = { rows: [], message: '', role: '', alsoTo: [] }

const draftKey = (groupId: string) => `rolecallInvite:${groupId}`
const keepAfterMs = 400

function kept(groupId: string): InviteDraft {
  try {
    const draft = InviteDraft.parse(JSON.parse(window.sessionStorage.getItem(draftKey(groupId)) ?? 'null'))
    // Others may have been invited meanwhile, and another day may allow more.
    return { ...draft, rows: draft.rows.map((row) => (isNew(row) || row.hasFailed || row.status === 'Not Invited' ? unchecked(row) : row)) }
  } catch {
    return nothing // nothing kept, not ours, or storage is forbidden
  }
}

const waiting = new Map<string, InviteDraft>()
let timer: ReturnType<typeof setTimeout> | undefined
function keep(groupId: string, draft: InviteDraft) {
  waiting.set(groupId, draft)
  clearTimeout(timer)
  timer = setTimeout(keepWaiting, keepAfterMs)
}

/** A long list is written once it rests, and when the page is left. */
function keepWaiting() {
  for (const [groupId, draft] of waiting) {
    try {
      if (draft === nothing) window.sessionStorage.removeItem(draftKey(groupId))
      else window.sessionStorage.setItem(draftKey(groupId), JSON.stringify(draft))
    } catch {
      // storage can be forbidden or full; the list then lives in this tab's memory only
    }
  }
  waiting.clear()
}
window.addEventListener('pagehide', keepWaiting)

export const useDrafts = create<Readonly<Record<string, InviteDraft>>>(() => ({}))

/** What is on the list now, even between two renders. */
export function draftOf(groupId: string): InviteDraft {
  const held = useDrafts.getState()[groupId]
  if (held) return held
  const draft = kept(groupId)
  useDrafts.setState({ [groupId]: draft })
  return draft
}

export function setDraft(groupId: string, part: Partial<InviteDraft>) {
  const draft = { ...draftOf(groupId), ...part }
  useDrafts.setState({ [groupId]: draft })
  keep(groupId, draft)
}

export function clearDraft(groupId: string) {
  useDrafts.setState({ [groupId]: nothing })
  keep(groupId, nothing)
}

/** Nothing of one person stays for the next. */
useSession.subscribe((now, before) => {
  if (now.token === before.token && now.organizerToken === before.organizerToken) return
  for (const groupId of Object.keys(useDrafts.getState())) clearDraft(groupId)
  useDrafts.setState({}, true)
})
