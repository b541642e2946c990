// One person to be added: fields while it can still be changed, words once they are added.
import { X } from 'lucide-react'
import { memo } from 'react'
import { PersonLine, RowMessage } from '#client/lib/people/people-list.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { emailSentence, mailboxOf } from '#protocol/kernel/texts.ts'
import { type Entry, isEditable, type Row } from './rows.ts'
import { StatusBadge } from './status-badge.tsx'

export interface RowLineProps {
  row: Row
  /** Its place, from 1: names the fields. */
  number: number
  hasMobile: boolean
  isDuplicate: boolean
  /** It is being sent. */
  isLocked: boolean
  onEdit: (key: number, part: Partial<Entry>) => void
  onRemove: (key: number) => void
}

const Marks = ({ row, isDuplicate }: Pick<RowLineProps, 'row' | 'isDuplicate'>) => (
  <>
    {isDuplicate && <Badge tone="outline">Duplicate</Badge>}
    <StatusBadge row={row} />
  </>
)

const SentLine = ({ row, isDuplicate }: Pick<RowLineProps, 'row' | 'isDuplicate'>) => (
  <PersonLine person={row} more={row.mobile}>
    <div className="flex flex-wrap items-center justify-end gap-2">
      <Marks row={row} isDuplicate={isDuplicate} />
    </div>
  </PersonLine>
)

const fields = [
  { of: 'name', label: 'Name', type: 'text' },
  { of: 'email', label: 'Email', type: 'email' },
  { of: 'mobile', label: 'Mobile', type: 'tel' },
] as const

function OpenLine({ row, number, hasMobile, isDuplicate, isLocked, onEdit, onRemove }: RowLineProps) {
  const isMalformed = row.email.trim() !== '' && mailboxOf(row.email) === ''
  const isInvalid = (of: keyof Entry) => (of === 'email' && isMalformed) || undefined
  return (
    <div className="flex flex-col gap-2 px-4 py-3 sm:px-5">
      <div className="flex flex-col gap-2 md:flex-row md:items-center md:gap-3">
        <div className={`grid min-w-0 flex-1 gap-2 ${hasMobile ? 'sm:grid-cols-[2fr_3fr_2fr]' : 'sm:grid-cols-[2fr_3fr]'}`}>
          {fields.map(({ of, label, type }) =>
            of === 'mobile' && !hasMobile ? null : (
              <TextInput
                key={of}
                type={type}
                autoComplete="off"
                aria-label={`${label} ${number}`}
                aria-invalid={isInvalid(of)}
                placeholder={label}
                value={row[of]}
                disabled={isLocked}
                onChange={(event) => onEdit(row.key, { [of]: event.target.value })}
              />
            ),
          )}
        </div>
        <div className="flex items-center justify-between gap-2">
          <span className="flex flex-wrap items-center gap-2">
            <Marks row={row} isDuplicate={isDuplicate} />
          </span>
          <IconButton
            label={`Remove ${row.name || row.email || `row ${number}`}`}
            icon={<X />}
            disabled={isLocked}
            onClick={() => onRemove(row.key)}
          />
        </div>
      </div>
      {isMalformed && (
        <Text size={13} tone="danger">
          {emailSentence}
        </Text>
      )}
      <RowMessage>{row.message}</RowMessage>
    </div>
  )
}

/** It can be edited and removed until the person is added (R77). */
export const RowLine = memo((props: RowLineProps) => (isEditable(props.row) ? <OpenLine {...props} /> : <SentLine {...props} />))
RowLine.displayName = 'RowLine'
