// Everyone on the list with what would become of them, or has; ten thousand rows stay as quick as ten.
import { X } from 'lucide-react'
import { memo } from 'react'
import { formatCount } from '#client/lib/format-count.ts'
import { PeopleList, PersonLine } from '#client/lib/people/people-list.tsx'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { answerText } from '#protocol/seats/companions/counting.ts'
import { countFates, fateOf, isNew, type Row } from './rows.ts'
import type { InviteList as List } from './use-invite-list.ts'

const rowPx = 61

function toneOf({ status, isSent, hasFailed }: Row): BadgeTone {
  if (hasFailed) return 'warn'
  if (status === 'Invited') return isSent ? 'success' : 'accent'
  if (status === 'Invalid' || status === 'Not Invited') return 'warn'
  return 'neutral'
}

/** R162: how much of the file goes into the form of this person. */
const answersText = ({ answers }: Row) => (answers.length === 0 ? '' : answerText(answers.length))

interface RowProps {
  row: Row
  isLocked: boolean
  onRemove: (key: number) => void
}

const InviteRow = memo(({ row, isLocked, onRemove }: RowProps) => (
  <PersonLine person={row} more={[row.roles.join(', '), answersText(row)].filter(Boolean).join(' · ')} message={row.message}>
    <Badge tone={toneOf(row)}>{fateOf(row)}</Badge>
    <IconButton
      variant="ghost"
      label={`Take ${row.name || row.email} off the list`}
      icon={<X aria-hidden="true" />}
      disabled={isLocked}
      onClick={() => onRemove(row.key)}
    />
  </PersonLine>
))
InviteRow.displayName = 'InviteRow'

/** In words how many there are of each. */
const summary = (rows: readonly Row[]) =>
  countFates(rows)
    .map(([fate, count]) => `${formatCount(count)} ${fate.toLowerCase()}`)
    .join(' · ')

export function InviteList({ list }: { list: List }) {
  const { rows, checking, isBusy, remove, keepOnly, clear } = list
  const isMixed = rows.some((row) => !isNew(row) && row.status !== null) && rows.some(isNew)
  const actions = (
    <>
      {isMixed && (
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={keepOnly}>
          Keep only new people
        </Button>
      )}
      <Button size="sm" variant="ghost" disabled={isBusy} onClick={clear}>
        Clear list
      </Button>
    </>
  )
  return (
    <PeopleList
      title="List"
      label="People to invite"
      rows={rows}
      summary={summary(rows)}
      actions={actions}
      notice={
        checking.failure && (
          <Notice tone="danger" live action={<Button onClick={checking.retry}>Try again</Button>}>
            {checking.failure}
          </Notice>
        )
      }
      empty={{ title: 'The list is empty', text: 'Add people above. Before anything is sent, you see here who will be invited.' }}
      rowPx={rowPx}
      draw={(row) => <InviteRow row={row} isLocked={isBusy} onRemove={remove} />}
    />
  )
}
