// What the invitee has typed and not yet sent: it survives a reload of the tab. Never the code, never the proof.
import { z } from 'zod/mini'
import { create } from 'zustand'

/** Only what was touched; the rest comes from the saved answer or the session. Roles by id, so that a rename loses nothing. */
const Draft = z.object({
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  attending: z.optional(z.boolean()),
  roleIds: z.optional(z.array(z.string())),
  waitFor: z.optional(z.array(z.string())),
  keepWaiting: z.optional(z.boolean()),
  replaceRole: z.optional(z.boolean()),
})
export type Draft = z.infer<typeof Draft>

export const useDraft = create<{ key: string; draft: Draft }>(() => ({ key: '', draft: {} }))

const keyOf = (groupId: string, eventId: string) => `rsvpDraft:${groupId}:${eventId || 'none'}`

function read(key: string): Draft {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  } catch {
    return {} // nothing kept, or storage is closed
  }
}

function keep(key: string, draft: Draft | null) {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is closed: the draft lives as long as the page.
  }
}

/** Takes up the draft of one form. */
export function openDraft(groupId: string, eventId: string) {
  const key = keyOf(groupId, eventId)
  if (useDraft.getState().key !== key) useDraft.setState({ key, draft: read(key) })
}

export function editDraft(change: Draft) {
  const { key, draft } = useDraft.getState()
  const next = { ...draft, ...change }
  useDraft.setState({ draft: next })
  keep(key, next)
}

/** Forgets the draft: it was sent. */
export function dropDraft() {
  keep(useDraft.getState().key, null)
  useDraft.setState({ draft: {} })
}
