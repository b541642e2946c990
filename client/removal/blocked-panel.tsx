// The addresses that may not answer in a group, in its settings, live (R129).
import { useCallback } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { type Blocked, removalApi } from '#protocol/seats/removal.ts'
import { unblock } from './actions.ts'

/** Answers move the group too: it is read again once it rests. */
const restMs = 250

/** Whatever was changed in the group may have changed these too. */
function useBlocked({ _id: id, rev }: GroupView) {
  const read = useCallback(
    async (cursor: string | undefined) => {
      const { blocked: rows, nextCursor } = await call(removalApi.blocked, { id, cursor })
      return { rows, nextCursor }
    },
    [id],
  )
  return usePages<Blocked>(read, { failed: 'The blocked addresses couldn’t be loaded.', rev, restMs })
}

export function BlockedPanel({ group }: { group: GroupView }) {
  const { rows: blocked = [], isComplete, isBusy, failure, again, retry, more, edit } = useBlocked(group)
  const { run, running } = useAction(async ({ _id, name, email }: Blocked) => {
    const isOther = (row: Blocked) => row._id !== _id
    await toasted(() => unblock(group._id, _id).then(() => edit((rows) => rows.filter(isOther))), {
      done: `${name || email || 'This guest'} may answer again`,
    })
    again()
  })
  if (blocked.length === 0 && !failure) return null
  return (
    <Section title="Addresses that may not answer" description="You removed these people and chose not to let them answer here again.">
      {failure && (
        <Notice tone="danger" live action={<Button onClick={retry}>Try again</Button>}>
          {failure}
        </Notice>
      )}
      {blocked.length > 0 && (
        <List label="Addresses that may not answer">
          {blocked.map((one) => (
            <ListRow
              key={one._id}
              title={one.name || 'A guest'}
              meta={one.email || 'Their data was erased'}
              trailing={
                <Button
                  size="sm"
                  busy={running?.[0]._id === one._id}
                  busyLabel="Saving..."
                  aria-label={`Let answer again: ${one.name || one.email || 'this guest'}`}
                  onClick={() => void run(one)}
                >
                  Let answer again
                </Button>
              }
            />
          ))}
        </List>
      )}
      <LoadMore onMore={more} busy={isBusy} isDone={isComplete} />
    </Section>
  )
}
