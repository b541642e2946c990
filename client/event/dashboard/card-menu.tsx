// What can be done with an event from its card.
import { CopyPlus, Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import { loadPage } from '#client/lib/load-page.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import type { EventCard } from '#protocol/seats/event.ts'

const duplicateDialog = loadPage(() => import('#client/event/page/duplicate-dialog.tsx'), 'DuplicateDialog')

export function CardMenu({ card }: { card: EventCard }) {
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const duplicate = async () => {
    await duplicateDialog.ready()
    setAsked(true)
    setOpen(true)
  }
  return (
    <span className="relative z-10 shrink-0">
      <Menu
        trigger={<IconButton label={`Options of ${card.name}`} icon={<Ellipsis aria-hidden="true" />} />}
        items={[
          { label: 'Edit Event', icon: <Pencil />, href: `/event/${card._id}/edit` },
          { label: 'Duplicate event', icon: <CopyPlus />, onSelect: () => void duplicate().catch(toastNotLoaded) },
        ]}
      />
      {isAsked && <duplicateDialog.Component event={card} isOpen={isOpen} onOpenChange={setOpen} />}
    </span>
  )
}
