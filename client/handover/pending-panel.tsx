// The organizer's view of seats that are being handed over, live: whose, to whom, until when (R94).
import { formatBoth } from '#client/lib/dates.ts'
import { useGroups } from '#client/records/groups.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { RsvpRow } from '#protocol/group.ts'
import { rolesInWords } from './roles-in-words.ts'

const none: readonly RsvpRow[] = []

/** Draws the list, or nothing where nobody hands over. */
export function PendingHandOvers({ groupId, timeZone }: { groupId: string; timeZone: string }) {
  const rows = useGroups((held) => held.answered[groupId]?.rows ?? none)
  const isComplete = useGroups((held) => !held.answered[groupId]?.nextCursor)
  const pending = rows.flatMap((row) => (row.handOver ? [{ ...row, handOver: row.handOver }] : []))
  if (pending.length === 0) return null
  return (
    <Section title="Being handed over" description="Each seat stays with its giver until the other accepts.">
      <List label="Seats being handed over">
        {pending.map(({ _id, name, email, roles, handOver }) => (
          <ListRow
            key={_id}
            title={`${name || email} to ${handOver.name}`}
            meta={`${rolesInWords(roles)} · ${handOver.email} · until ${formatBoth(handOver.until, timeZone).there}`}
          />
        ))}
      </List>
      {!isComplete && (
        <Text size={13} tone="muted">
          Only those among the answers loaded so far. Load more answers to see the rest.
        </Text>
      )}
    </Section>
  )
}
