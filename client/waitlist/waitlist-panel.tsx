// The organizer's list of those who wait, in order, with what can be done for each (R92).
import { ArrowUpToLine, Ellipsis, Trash2, UserCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { NotMeant } from '#client/lib/call-failed.ts'
import { useDespite } from '#client/lib/conflict/despite.tsx'
import { formatBoth } from '#client/lib/dates.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { IconButton } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { type OfferRow, type WaitingRow, waitlistApi, type waitlistChanges } from '#protocol/seats/waitlist.ts'

interface WaitlistPanelProps {
  group: GroupView
  /** On whose clock times are. */
  timeZone: string
  onGroup: (group: GroupView) => void
}
type QueueChange = (typeof waitlistChanges)[number]

/** Every change of the group may have moved somebody. */
function useWaitlist({ _id: id, rev }: GroupView) {
  const [offers, setOffers] = useState<readonly OfferRow[]>([])
  const read = useCallback(
    async (cursor: string | undefined) => {
      const { waiting: rows, offers: held, nextCursor } = await call(waitlistApi.list, { id, cursor })
      if (cursor === undefined) setOffers(held)
      return { rows, nextCursor }
    },
    [id],
  )
  return { offers, ...usePages<WaitingRow>(read, { failed: 'Failed to load the waitlist', rev, restMs: 100 }) }
}

/** R130: the seats that nobody else gets for now. */
const Offers = ({ offers, timeZone }: { offers: readonly OfferRow[]; timeZone: string }) => (
  <Section
    title="Held for an answer"
    description="Each was offered a seat. It goes to the next in line if they decline, or don’t answer in time."
  >
    <List label="Seats held by offers">
      {offers.map(({ _id, role, name, email, until, seats = 1 }) => (
        <ListRow
          key={_id}
          title={name || email}
          meta={`${seats > 1 ? `${seats} seats as ` : ''}${role} · ${email} · until ${formatBoth(until, timeZone).there}`}
        />
      ))}
    </List>
  </Section>
)

/** The rows come role by role; each role counts its own from 1. */
function byRole(rows: readonly WaitingRow[]): [role: string, rows: WaitingRow[]][] {
  const roles = new Map<string, WaitingRow[]>()
  for (const row of rows) roles.set(row.role, [...(roles.get(row.role) ?? []), row])
  return [...roles]
}

export function WaitlistPanel({ group, timeZone, onGroup }: WaitlistPanelProps) {
  const { offers, rows: listed, isComplete, failure, isBusy, more, retry } = useWaitlist(group)
  const [full, setFull] = useState<WaitingRow | null>(null)
  const despite = useDespite()
  const change = async (row: WaitingRow, what: QueueChange, addSeat = false) => {
    try {
      const asked = { id: group._id, rsvpId: row.rsvpId, roleName: row.role, change: what, addSeat }
      const send = (despiteOverlap: boolean) => call(waitlistApi.change, { ...asked, ...(despiteOverlap && { despiteOverlap }) })
      onGroup((await despite.attempt(row.name || row.email, send)).group)
      toast.success(
        { give: `${row.name} is ${row.role}.`, front: `${row.name} is next.`, remove: `${row.name} is no longer on the waitlist.` }[what],
      )
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'role-full' && !addSeat) setFull(row)
      else if (!(error instanceof NotMeant)) toast.error(errorText(error, 'Failed to change the waitlist'))
    }
  }
  if (failure) return <ErrorState title={failure} onRetry={retry} />
  const held = offers.length > 0 && <Offers offers={offers} timeZone={timeZone} />
  if (!listed?.length) return held
  return (
    <>
      {held}
      <Section title="Waitlist">
        <Text tone="muted" size={13} className="mb-3">
          Free seats go to the next person automatically. Raise a limit to make room.
        </Text>
        <div className="flex flex-col gap-6">
          {byRole(listed).map(([role, rows]) => (
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
        <LoadMore onMore={more} busy={isBusy} isDone={isComplete} />
        {despite.dialog}
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
          {full?.size
            ? `“${full.role}” has too few free seats. Its limit grows by as many as are missing, and ${full.name} gets them, ahead of everyone else.`
            : `“${full?.role}” is full. Its limit grows by one, and ${full?.name} gets the seat, ahead of everyone else.`}
        </ConfirmDialog>
      </Section>
    </>
  )
}

/** R172 */
const partyText = ({ size = 1, atLeast = size }: WaitingRow) =>
  size > 1 ? ` · ${peopleText(size)}${atLeast < size ? `, at least ${atLeast}` : ', only together'}` : ''

function Row({ row, onChange }: { row: WaitingRow; onChange: (what: QueueChange) => void }) {
  return (
    <ListRow
      leading={<span className="tabular w-7 text-end text-muted">{row.position}</span>}
      title={row.name}
      meta={`${row.email}${partyText(row)}${row.roles.length > 0 ? ` · has ${row.roles.join(', ')}` : ''}`}
      trailing={
        <Menu
          trigger={<IconButton label={`Options for ${row.name}`} icon={<Ellipsis />} />}
          items={[
            { label: 'Give a seat', icon: <UserCheck />, onSelect: () => onChange('give') },
            { label: 'Move to the front', icon: <ArrowUpToLine />, disabled: row.position === 1, onSelect: () => onChange('front') },
            { label: 'Remove from the waitlist', icon: <Trash2 />, tone: 'danger', divided: true, onSelect: () => onChange('remove') },
          ]}
        />
      }
    />
  )
}
