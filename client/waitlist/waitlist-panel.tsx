// The organizer's list of those who wait, in order, with what can be done for each (R92).
import { ArrowUpToLine, Ellipsis, Trash2, UserCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailed, call, sentenceOf } from '#client/lib/call.ts'
import { IconButton } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView } from '#protocol/group.ts'
import { type WaitingRow, waitlistApi, type waitlistChanges } from '#protocol/waitlist.ts'

interface WaitlistPanelProps {
  group: GroupView
  onGroup: (group: GroupView) => void
}
type Change = (typeof waitlistChanges)[number]
interface Listed {
  readonly rows: readonly WaitingRow[]
  readonly nextCursor: string | null
}

/** Reads the list, and again with every change of the group: as far as it was read before. */
function useWaitlist(group: GroupView) {
  const [listed, setListed] = useState<Listed | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const shown = useRef(0)
  const read = useCallback(
    async (upTo: number) => {
      setReading(true)
      const rows: WaitingRow[] = []
      let cursor: string | null = null
      do {
        const page: { waiting: WaitingRow[]; nextCursor: string | null } = await call(waitlistApi.list, {
          id: group._id,
          ...(cursor && { cursor }),
        })
        rows.push(...page.waiting)
        cursor = page.nextCursor
      } while (cursor && rows.length < upTo)
      shown.current = rows.length
      setListed({ rows, nextCursor: cursor })
      setFailure(null)
      setReading(false)
    },
    [group._id],
  )
  const fail = useCallback((error: unknown) => {
    setFailure(sentenceOf(error, 'Failed to load the waitlist'))
    setReading(false)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void read(shown.current).catch(fail), 100)
    return () => clearTimeout(timer)
  }, [read, fail, group.rev])
  return { listed, failure, isReading, more: () => read(shown.current + 1).catch(fail), again: () => void read(shown.current).catch(fail) }
}

/** The rows come role by role; each role counts its own from 1. */
function byRole(rows: readonly WaitingRow[]): [role: string, rows: WaitingRow[]][] {
  const roles = new Map<string, WaitingRow[]>()
  for (const row of rows) roles.set(row.role, [...(roles.get(row.role) ?? []), row])
  return [...roles]
}

/** Draws the list, or nothing where nobody waits. */
export function WaitlistPanel({ group, onGroup }: WaitlistPanelProps) {
  const { listed, failure, isReading, more, again } = useWaitlist(group)
  const [full, setFull] = useState<WaitingRow | null>(null)
  const change = async (row: WaitingRow, what: Change, addSeat = false) => {
    try {
      onGroup((await call(waitlistApi.change, { id: group._id, rsvpId: row.rsvpId, roleName: row.role, change: what, addSeat })).group)
      toast.success({ give: `${row.name} is ${row.role}.`, front: `${row.name} is next.`, remove: `${row.name} no longer waits.` }[what])
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'role-full' && !addSeat) setFull(row)
      else toast.error(sentenceOf(error, 'Failed to change the waitlist'))
    }
  }
  if (failure) return <ErrorState title={failure} onRetry={again} />
  if (!listed || listed.rows.length === 0) return null
  return (
    <Section title="Waitlist">
      <Text tone="muted" size={13} className="mb-3">
        Whoever is next gets each free seat by itself. Raise a limit to make room.
      </Text>
      <div className="flex flex-col gap-6">
        {byRole(listed.rows).map(([role, rows]) => (
          <div key={role}>
            <Heading level={3} size={17} className="mb-2">
              {role}
            </Heading>
            <List label={`Waitlist of ${role}`}>
              {rows.map((row) => (
                <Row key={row._id} row={row} onChange={(what) => void change(row, what)} />
              ))}
            </List>
          </div>
        ))}
      </div>
      <LoadMore onMore={() => void more()} busy={isReading} isDone={listed.nextCursor === null} />
      <ConfirmDialog
        open={full !== null}
        onOpenChange={() => setFull(null)}
        title={`Add a seat for ${full?.name ?? ''}?`}
        tone="primary"
        confirmLabel="Add a seat"
        busyLabel="Adding..."
        onConfirm={async () => {
          if (full) await change(full, 'give', true)
        }}
      >
        “{full?.role}” is full. Its limit grows by one, and {full?.name} gets the seat, ahead of the list.
      </ConfirmDialog>
    </Section>
  )
}

function Row({ row, onChange }: { row: WaitingRow; onChange: (what: Change) => void }) {
  return (
    <ListRow
      leading={<span className="tabular w-7 text-end text-muted">{row.position}</span>}
      title={row.name}
      meta={`${row.email}${row.roles.length > 0 ? ` · has ${row.roles.join(', ')}` : ''}`}
      trailing={
        <Menu
          trigger={<IconButton label={`Change the place of ${row.name}`} icon={<Ellipsis />} />}
          items={[
            { label: 'Give a seat', icon: <UserCheck />, onSelect: () => onChange('give') },
            { label: 'Move to the front', icon: <ArrowUpToLine />, disabled: row.position === 1, onSelect: () => onChange('front') },
            { label: 'Take off the list', icon: <Trash2 />, tone: 'danger', divided: true, onSelect: () => onChange('remove') },
          ]}
        />
      }
    />
  )
}
