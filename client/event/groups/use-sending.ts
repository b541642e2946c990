// Sends groups to an event that is there, one after the other; what is refused stays, with why.
import { useRef, useState } from 'react'
import { type DraftProblems, type GroupDraft, problemOfCode, sentGroup } from '#client/group/several/draft.ts'
import { CallFailed, errorText } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { addGroup } from './acts.ts'

export interface CreationResult {
  readonly made: readonly GroupView[]
  /** Those that weren't made, from the first that was refused on. */
  readonly left: readonly GroupDraft[]
  readonly problems: DraftProblems
  readonly general: string | null
}

/** Where a refusal belongs: to a field of the group, or to the whole of it. */
export function refusalOf(error: unknown): Pick<CreationResult, 'problems' | 'general'> {
  const general = errorText(error, 'The group couldn’t be added. Please try again.')
  if (!(error instanceof CallFailed)) return { problems: {}, general }
  const ofCode = problemOfCode[error.code] ?? (error.code.startsWith('role-') ? ('roles' as const) : undefined)
  if (ofCode) return { problems: { [ofCode]: general }, general: null }
  const fields = Object.entries(error.fields).map(
    ([path, sentence]) => [path.replace(/^group\./, '').split('.')[0] ?? '', sentence] as const,
  )
  const known = fields.filter(([field]) => ['name', 'start', 'end', 'location', 'roles'].includes(field))
  return known.length > 0 ? { problems: Object.fromEntries(known), general: null } : { problems: {}, general }
}

export function useSending(eventId: string, timeZone: string) {
  const [isBusy, setBusy] = useState(false)
  // R56: the same group keeps its key, so that pressing again after a lost answer adds no second one.
  const keys = useRef(new Map<string, string>())
  const keyOf = (group: GroupDraft) => {
    const said = JSON.stringify(group)
    const key = keys.current.get(said) ?? newKey()
    keys.current.set(said, key)
    return key
  }
  async function send(groups: readonly GroupDraft[]): Promise<CreationResult> {
    setBusy(true)
    const made: GroupView[] = []
    try {
      for (const group of groups) made.push(await addGroup(eventId, sentGroup(group, timeZone), keyOf(group)))
      return { made, left: [], problems: {}, general: null }
    } catch (error) {
      return { made, left: groups.slice(made.length), ...refusalOf(error) }
    } finally {
      setBusy(false)
    }
  }
  return { send, isBusy }
}
