// The guests a door expects, found by two letters of a name; a tap lets in or out.
import { useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { cx } from '#client/ui/cx.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { VirtualList } from '#client/ui/layout/virtual-list.tsx'
import type { Holder } from './holder.ts'
import { standingWords } from './words.ts'

interface PersonRowProps {
  holder: Holder
  isBusy: boolean
  onTap: (holder: Holder) => void
  /** R188: takes back that they came, which going out doesn't; absent for who may not. */
  onUndo: ((holder: Holder) => void) | undefined
}
function PersonRow({ holder, isBusy, onTap, onUndo }: PersonRowProps) {
  const { person, companionId, name } = holder
  const isIn = holder.door?.isIn === true
  const others = person.companions?.map((one) => one.name) ?? []
  const along = companionId ? [`With ${person.name || 'a guest'}`] : others.length > 0 ? [`With ${others.join(', ')}`] : []
  const besides = [standingWords[person.standing], ...holder.roles, ...along].filter(Boolean).join(' · ')
  return (
    <div className={cx('flex min-h-16 items-center justify-between gap-3 py-2 pr-4', companionId ? 'pl-8' : 'pl-4')}>
      <div className="min-w-0">
        <Text className="font-medium wrap-anywhere">
          <span dir="auto">{name || 'No name'}</span>
        </Text>
        {besides && (
          <Text size={13} tone="muted" className="wrap-anywhere">
            <span dir="auto">{besides}</span>
          </Text>
        )}
      </div>
      {onUndo && holder.door && (
        <Button variant="ghost" aria-label={`Undo: ${name}`} disabled={isBusy} onClick={() => onUndo(holder)}>
          Undo
        </Button>
      )}
      <Button
        variant={isIn ? 'ghost' : 'secondary'}
        aria-label={`${isIn ? 'Out' : 'In'}: ${name}`}
        disabled={isBusy}
        onClick={() => onTap(holder)}
      >
        {isIn ? 'Out' : 'In'}
      </Button>
    </div>
  )
}

interface PeopleListProps {
  holders: readonly Holder[]
  isBusy: boolean
  onTap: (holder: Holder) => void
  onUndo: ((holder: Holder) => Promise<void>) | undefined
}
export function PeopleList({ holders, isBusy, onTap, onUndo }: PeopleListProps) {
  /** As they were when it was asked: a second tap means the same line. */
  const [asked, setAsked] = useState<Holder>()
  return (
    <>
      <VirtualList
        label="Guests"
        keys={holders.map(({ person, companionId = '' }) => person._id + companionId)}
        rowPx={64}
        row={(nth) => {
          const holder = holders[nth]
          return holder && <PersonRow holder={holder} isBusy={isBusy} onTap={onTap} onUndo={onUndo && setAsked} />
        }}
      />
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={`Undo letting ${asked?.name || 'them'} ${asked?.door?.isIn ? 'in' : 'out'}?`}
        confirmLabel="Undo"
        busyLabel="Undoing..."
        onConfirm={async () => asked && onUndo?.(asked)}
      >
        The numbers are as if it hadn’t happened.
      </ConfirmDialog>
    </>
  )
}
