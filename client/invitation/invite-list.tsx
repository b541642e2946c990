// Everyone on the list with what would become of them, or has; ten thousand rows stay as quick as ten.
import { X } from 'lucide-react'
import { memo, useMemo } from 'react'
import { counted } from '#client/lib/counted.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { VirtualList } from '#client/ui/layout/virtual-list.tsx'
import { countFates, fateOf, isNew, type Row } from './rows.ts'
import type { InviteList as List } from './use-invite-list.ts'

const rowPx = 61

function toneOf({ status, isSent, hasFailed }: Row): BadgeTone {
  if (hasFailed) return 'warn'
  if (status === 'Invited') return isSent ? 'success' : 'accent'
  if (status === 'Invalid' || status === 'Not Invited') return 'warn'
  return 'neutral'
}

interface RowProps {
  row: Row
  isLocked: boolean
  onRemove: (key: number) => void
}

const InviteRow = memo(({ row, isLocked, onRemove }: RowProps) => (
  <div className="flex min-h-15 items-center gap-3 px-4 py-2 sm:px-5">
    <div className="min-w-0 flex-1">
      <Text className="truncate font-medium">{row.name || row.email}</Text>
      <Text size={13} tone="muted" className="truncate">
        {[row.name && row.email, row.roles.join(', ')].filter(Boolean).join(' · ')}
      </Text>
      {row.message && (
        <Text size={13} tone="warn">
          {row.message}
        </Text>
      )}
    </div>
    <Badge tone={toneOf(row)}>{fateOf(row)}</Badge>
    <IconButton
      variant="ghost"
      label={`Take ${row.name || row.email} off the list`}
      icon={<X aria-hidden="true" />}
      disabled={isLocked}
      onClick={() => onRemove(row.key)}
    />
  </div>
))
InviteRow.displayName = 'InviteRow'

/** In words how many there are of each. */
const summary = (rows: readonly Row[]) =>
  countFates(rows)
    .map(([fate, count]) => `${counted(count)} ${fate.toLowerCase()}`)
    .join(' · ')

export function InviteList({ list }: { list: List }) {
  const { rows, checking, isBusy, remove, keepOnly, clear } = list
  const keys = useMemo(() => rows.map((row) => row.key), [rows])
  const isMixed = rows.some((row) => !isNew(row) && row.status !== null) && rows.some(isNew)
  return (
    <Section
      title="List"
      description={
        rows.length > 0 ? (
          <span aria-live="polite" className="tabular">
            {summary(rows)}
          </span>
        ) : undefined
      }
      actions={
        rows.length > 0 && (
          <>
            {isMixed && (
              <Button size="sm" variant="ghost" disabled={isBusy} onClick={keepOnly}>
                Keep only the new ones
              </Button>
            )}
            <Button size="sm" variant="ghost" disabled={isBusy} onClick={clear}>
              Clear list
            </Button>
          </>
        )
      }
    >
      {checking.failure && (
        <Notice tone="danger" live action={<Button onClick={checking.retry}>Try again</Button>}>
          {checking.failure}
        </Notice>
      )}
      {rows.length === 0 ? (
        <EmptyState title="Nobody on the list yet">
          Add people above. You see here what would become of each before anything is sent.
        </EmptyState>
      ) : (
        <VirtualList
          label="People to invite"
          keys={keys}
          rowPx={rowPx}
          row={(index) => {
            const row = rows[index]
            return row && <InviteRow row={row} isLocked={isBusy} onRemove={remove} />
          }}
        />
      )}
    </Section>
  )
}
