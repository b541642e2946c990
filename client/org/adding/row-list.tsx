// The list of people to be added, each to be corrected until it is.
import { useMemo } from 'react'
import { formatCount } from '#client/lib/format-count.ts'
import { PeopleList } from '#client/lib/people/people-list.tsx'
import { RowLine } from './row-line.tsx'
import { duplicateKeys, isAdded, isOpen } from './rows.ts'
import type { Rows } from './use-rows.ts'

const openRowPx = 69

/** The button that sends the list stays in sight however long that is; on a phone FormActions does it. */
export const footClass = 'sm:sticky sm:bottom-0 low:static sm:z-10 sm:bg-canvas sm:py-3'

export function RowList({ list, hasMobile = false }: { list: Rows; hasMobile?: boolean }) {
  const { rows, percent, edit, remove } = list
  const duplicates = useMemo(() => duplicateKeys(rows), [rows])
  const added = rows.filter(isAdded).length
  const parts = [`${formatCount(rows.filter(isOpen).length)} to invite`, added > 0 && `${formatCount(added)} invited`]
  return (
    <PeopleList
      title="Member list"
      label="Member list"
      rows={rows}
      summary={parts.filter(Boolean).join(' · ')}
      empty={{
        title: 'The list is empty',
        text: 'Add people one by one, or paste many at once. You can correct every row before invitations are sent.',
      }}
      rowPx={openRowPx}
      draw={(row, index) => (
        <RowLine
          row={row}
          number={index + 1}
          hasMobile={hasMobile}
          isDuplicate={duplicates.has(row.key)}
          isLocked={percent !== null}
          onEdit={edit}
          onRemove={remove}
        />
      )}
    />
  )
}
