// The organizer's view of seats that are being handed over, live: whose, to whom, until when (R94).

import { formatBoth } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { rolesInWords } from '#protocol/seats/standing/words.ts'
import { usePendingHandOvers } from './use-pending.ts'

export function PendingHandOvers({ groupId, timeZone }: { groupId: string; timeZone: string }) {
  const { pending, isMissing, isComplete, isBusy, failure, load } = usePendingHandOvers(groupId)
  if (pending.length === 0 && !failure && (isMissing || isComplete)) return null
  return (
    <Section title="Seat hand-overs" description="Each seat stays with the person who has it until the other person accepts.">
      {pending.length > 0 && (
        <List label="Seats being handed over">
          {pending.map(({ _id, name, email, roles, handOver }) => (
            <ListRow
              key={_id}
              title={`${name || email} to ${handOver.name}`}
              meta={`${rolesInWords(roles)} · ${handOver.email} · until ${formatBoth(handOver.until, timeZone).there}`}
            />
          ))}
        </List>
      )}
      {failure ? (
        <Notice tone="danger" live action={<Button onClick={() => void load()}>Try again</Button>}>
          {failure}
        </Notice>
      ) : (
        <LoadMore onMore={() => void load()} busy={isBusy} isDone={isMissing || isComplete} />
      )}
    </Section>
  )
}
