// What somebody took and typed before the page was hydrated (R81): the server's HTML takes input at once, and nothing of it is lost.
import { editDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { inputs, letGo, typedIn } from '#client/rsvp/answer/replay-early-input.ts'
import { editPicks, type Pick, usePicks } from './picks.ts'

/** Takes it in, but for groups and fields that were picked or typed before. */
export function takeEarly() {
  const { draft } = useDraft.getState()
  const [email, name] = [draft.email ?? typedIn('email'), draft.name ?? typedIn('name')]
  if (email) editDraft({ email })
  if (name) editDraft({ name })
  const { picks } = usePicks.getState()
  const taken: Record<string, Pick> = {}
  for (const { checked, defaultChecked, dataset } of inputs('[data-pick]')) {
    const [groupId = '', roleId = ''] = dataset.pick?.split(' ') ?? []
    if (!checked || defaultChecked || picks[groupId]) continue
    taken[groupId] = { isComing: true, roleIds: [...(taken[groupId]?.roleIds ?? []), ...(roleId ? [roleId] : [])], waitFor: [] }
  }
  if (Object.keys(taken).length > 0) editPicks(taken)
  letGo()
}
