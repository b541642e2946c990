// What can be done with an event from its card.
import { CopyPlus, Ellipsis, Pencil, Share2 } from 'lucide-react'
import { useState } from 'react'
import { loadPage } from '#client/lib/load-page.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { shareLink } from '#client/ui/actions/share-button.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import type { EventCard } from '#protocol/seats/event.ts'

const duplicateDialog = loadPage(() => import('#client/event/page/duplicate-dialog.tsx'), 'DuplicateDialog')

interface CardMenuProps {
  card: EventCard
  /** For guests; null where nothing can be answered anymore. */
  link: string | null
}

export function CardMenu({ card, link }: CardMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const duplicate = async () => {
    await duplicateDialog.ready()
    setAsked(true)
    setOpen(true)
  }
  return (
    <span className="absolute top-2 right-3 z-10 lg:static">
      <Menu
        trigger={<IconButton label={`Options of ${card.name}`} icon={<Ellipsis aria-hidden="true" />} />}
        items={[
          ...(link ? [{ label: 'Share link', icon: <Share2 />, onSelect: () => void shareLink(card.name, link) }] : []),
          { label: 'Edit Event', icon: <Pencil />, href: `/event/${card._id}/edit` },
          { label: 'Duplicate event', icon: <CopyPlus />, onSelect: () => void duplicate().catch(toastNotLoaded) },
        ]}
      />
      {isAsked && <duplicateDialog.Component event={card} isOpen={isOpen} onOpenChange={setOpen} />}
    </span>
  )
}
