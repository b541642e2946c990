// What can be done with an event from its card.
import { CopyPlus, Ellipsis, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import type { EventCard } from '#protocol/event.ts'

const DuplicateDialog = lazy(() =>
  import('#client/event/page/duplicate-dialog.tsx').then(({ DuplicateDialog: Part }) => ({ default: Part })),
)

export function CardMenu({ card }: { card: EventCard }) {
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const duplicate = () => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <span className="relative z-10 shrink-0">
      <Menu
        trigger={<IconButton label={`Options of ${card.name}`} icon={<Ellipsis aria-hidden="true" />} />}
        items={[
          { label: 'Edit Event', icon: <Pencil />, href: `/event/${card._id}/edit` },
          { label: 'Duplicate event', icon: <CopyPlus />, onSelect: duplicate },
        ]}
      />
      {isAsked && (
        <Suspense fallback={null}>
          <DuplicateDialog event={card} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </span>
  )
}
