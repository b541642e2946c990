// What an organizer has typed and not yet sent: kept with the tab, one for each group (R101).
import { z } from 'zod/mini'
import { attendances, audienceStates, type messageApi } from '#protocol/mail/message.ts'

const MessageDraft = z.object({
  subject: z.string(),
  text: z.string(),
  replyTo: z.boolean(),
  /** Ids; none for all. */
  roles: z.array(z.string()),
  states: z.array(z.enum(audienceStates)),
  /** R110: those who were picked in the table; none for all. */
  rsvpIds: z._default(z.array(z.string()), []),
  /** R164: who hasn't answered this question (its id), or any required one ('open'); '' for all. */
  unanswered: z._default(z.string(), ''),
  /** R193: who came, or who didn't; '' for both. */
  door: z._default(z.enum(['', ...attendances]), ''),
  /** R101g: other groups of the event that it goes to as well. */
  alsoTo: z._default(z.array(z.string()), []),
})
export type MessageDraft = z.infer<typeof MessageDraft>
/** Replies go to who writes unless they switch that off (R130). */
export const nothing: MessageDraft = {
  subject: '',
  text: '',
  replyTo: true,
  roles: [],
  states: [],
  rsvpIds: [],
  unanswered: '',
  door: '',
  alsoTo: [],
}

const draftKey = (groupId: string) => `messageDraft:${groupId}`

export function readDraft(groupId: string): MessageDraft {
  try {
    return MessageDraft.parse(JSON.parse(window.sessionStorage.getItem(draftKey(groupId)) ?? 'null'))
  } catch {
    return nothing // nothing kept, or storage is closed
  }
}

export function keepDraft(groupId: string, draft: MessageDraft) {
  try {
    window.sessionStorage.setItem(draftKey(groupId), JSON.stringify(draft))
  } catch {
    // Storage is closed: the draft lives as long as the page.
  }
}

/** Begins a message to those who were picked; words that were typed before stay. */
export const writeToPicked = (groupId: string, rsvpIds: readonly string[]) =>
  keepDraft(groupId, { ...readDraft(groupId), roles: [], states: [], unanswered: '', door: '', alsoTo: [], rsvpIds: [...rsvpIds] })

const pleaseComplete = {
  subject: 'Please complete your answer',
  text: 'There is a question in your answer that is still open. Please open it with the button below and complete it. Thank you!',
}
/** R164: the same draft for those who haven't answered a question; words come with it where none were typed. */
export const toUnanswered = (draft: MessageDraft, unanswered: string): MessageDraft => ({
  ...draft,
  unanswered,
  ...(unanswered && !draft.subject.trim() && !draft.text.trim() && pleaseComplete),
})
/** Begins a message to who said yes and has open questions. */
export const writeToUnanswered = (groupId: string, unanswered: string) =>
  keepDraft(groupId, toUnanswered({ ...readDraft(groupId), roles: [], states: ['yes'], rsvpIds: [], alsoTo: [] }, unanswered))

type Audience = z.input<typeof messageApi.count.input>['audience']
/** As the server takes it: what nothing is chosen of leaves nobody out. */
export const audienceOf = ({
  roles,
  states,
  rsvpIds,
  unanswered,
  door,
}: Pick<MessageDraft, 'roles' | 'states' | 'rsvpIds' | 'unanswered' | 'door'>): Audience => ({
  ...(roles.length > 0 && { roles }),
  ...(states.length > 0 && { states }),
  ...(rsvpIds.length > 0 && { rsvpIds }),
  ...(unanswered && { unanswered }),
  ...(door && { door }),
})
