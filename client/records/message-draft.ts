// What an organizer has typed and not yet sent: kept with the tab, one for each group (R101).
import { z } from 'zod/mini'
import { audienceStates, type messageApi } from '#protocol/message.ts'

const Draft = z.object({
  subject: z.string(),
  text: z.string(),
  replyTo: z.boolean(),
  /** Ids; none for all. */
  roles: z.array(z.string()),
  states: z.array(z.enum(audienceStates)),
  /** R110: those who were picked in the table; none for all. */
  rsvpIds: z._default(z.array(z.string()), []),
})
export type Draft = z.infer<typeof Draft>
export const nothing: Draft = { subject: '', text: '', replyTo: false, roles: [], states: [], rsvpIds: [] }

const keyOf = (groupId: string) => `messageDraft:${groupId}`

export function readDraft(groupId: string): Draft {
  try {
    return Draft.parse(JSON.parse(window.sessionStorage.getItem(keyOf(groupId)) ?? 'null'))
  } catch {
    return nothing // nothing kept, or storage is closed
  }
}

export function keepDraft(groupId: string, draft: Draft) {
  try {
    window.sessionStorage.setItem(keyOf(groupId), JSON.stringify(draft))
  } catch {
    // Storage is closed: the draft lives as long as the page.
  }
}

/** Begins a message to those who were picked; words that were typed before stay. */
export const writeToPicked = (groupId: string, rsvpIds: readonly string[]) =>
  keepDraft(groupId, { ...readDraft(groupId), roles: [], states: [], rsvpIds: [...rsvpIds] })

type Audience = z.input<typeof messageApi.count.input>['audience']
/** As the server takes it: what nothing is chosen of leaves nobody out. */
export const audienceOf = ({ roles, states, rsvpIds }: Pick<Draft, 'roles' | 'states' | 'rsvpIds'>): Audience => ({
  ...(roles.length > 0 && { roles }),
  ...(states.length > 0 && { states }),
  ...(rsvpIds.length > 0 && { rsvpIds }),
})
