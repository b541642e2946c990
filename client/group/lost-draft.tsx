// R205: the right to write ends while one writes: the page says so, and gives back what was typed.
import { useRef } from 'react'
import { CallFailed } from '#client/lib/call.ts'
import type { Typed } from '#client/lib/conflict/conflict.ts'
import { type Lost, LostEdits } from '#client/lib/conflict/lost-edits.tsx'
import { canceledOf } from '#client/lib/event/canceled.tsx'
import { useSession } from '#client/lib/session.ts'
import { isInside } from '#client/records/groups.ts'
import { mayWrite } from '#client/team/rights.ts'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupPage } from '#protocol/seats/group.ts'
import type { GroupPageState } from './use-group-page.ts'

/** R200: of those who manage it, and of those who write to its guests. */
export const isWriters = (page: GroupPage) => isInside(page) && mayWrite(page)

/** Asking again would bring the same answer. */
const isFinal = (error: unknown) => error instanceof CallFailed && [400, 403, 404, 410].includes(error.status)

const isOver = (state: GroupPageState) =>
  state.is === 'ended' || (state.is === 'ready' && !isWriters(state.page)) || (state.is === 'failed' && isFinal(state.error))

export interface Draft {
  title: string
  what: Lost
  /** Reads what was typed; nobody's but whose page was open here. */
  typedOf: (groupId: string) => readonly Typed[]
}

/** Gives the page instead, once the right to write in an open group has ended with something typed; null otherwise. */
export function useLostDraft(groupId: string | undefined, state: GroupPageState, draft: Draft | undefined) {
  const session = useSession((now) => now.token ?? now.organizerToken)
  const here = `${groupId} ${session}`
  const opened = useRef('')
  if (state.is === 'ready' && isWriters(state.page)) opened.current = here
  const typed = draft && groupId && opened.current === here && isOver(state) ? draft.typedOf(groupId) : []
  if (!draft || typed.length === 0) return null
  const { title, what } = draft
  return (
    <Page>
      <title>{`${title} · Rolecall`}</title>
      <PageHeader title={title} />
      <LostEdits what={what} typed={typed} canceled={canceledOf(state.is === 'failed' && state.error)} />
    </Page>
  )
}
