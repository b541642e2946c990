// The list of people to be added, however long it is.
import { useMemo } from 'react'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { VirtualList } from '#client/ui/layout/virtual-list.tsx'
import { RowLine } from './row-line.tsx'
import { duplicateKeys, isAdded, isOpen } from './rows.ts'
import type { Rows } from './use-rows.ts'

const counted = (count: number) => count.toLocaleString('en-US')
const openRowPx = 69

/** The button that sends the list stays in sight however long that is; on a phone FormActions does it. */
export const footClass = 'sm:sticky sm:bottom-0 sm:z-10 sm:bg-canvas sm:py-3'

/** Draws the section with its rows. */
export function RowList({ list, hasMobile = false }: { list: Rows; hasMobile?: boolean }) {
  const { rows, percent, edit, remove } = list
  const duplicates = useMemo(() => duplicateKeys(rows), [rows])
  const keys = useMemo(() => rows.map((row) => row.key), [rows])
  const added = rows.filter(isAdded).length
  const open = rows.filter(isOpen).length
  const draw = (index: number) => {
    const row = rows[index]
    return (
      row && (
        <RowLine
          row={row}
          number={index + 1}
          hasMobile={hasMobile}
          isDuplicate={duplicates.has(row.key)}
          isLocked={percent !== null}
          onEdit={edit}
          onRemove={remove}
        />
      )
    )
  }
  const parts = [`${counted(open)} to add`, added > 0 && `${counted(added)} added`].filter(Boolean)
  return (
    <Section title="Member list" description={rows.length > 0 ? parts.join(' · ') : undefined}>
      {rows.length === 0 ? (
        <EmptyState title="Nobody in the list yet">
          Add people one by one, or paste many at once. You can correct every row before it is sent.
        </EmptyState>
      ) : (
        <VirtualList label="Member list" keys={keys} row={draw} rowPx={openRowPx} />
      )}
    </Section>
  )
}
