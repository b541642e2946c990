// What an organizer does with one group of an event, from its line.
import { CopyPlus, Ellipsis, Link as LinkIcon, Mail, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useLocation } from 'wouter'
import type { BoardGroup } from '#client/group/several/board.ts'
import { IconButton } from '#client/ui/actions/button.tsx'
import { copyText } from '#client/ui/actions/copy-text.ts'
import { Menu } from '#client/ui/actions/menu.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import type { Arranging } from './use-arranging.tsx'

interface GroupMenuProps {
  group: GroupView
  arranging: Arranging
  onCopy: (from: BoardGroup) => void
}

export function GroupMenu({ group, arranging, onCopy }: GroupMenuProps) {
  const [, navigate] = useLocation()
  const copyLink = async () => {
    if (await copyText(group.shortLink)) toast.success('Link copied')
    else sayCopyRefused()
  }
  return (
    <span className="relative z-10 shrink-0">
      <Menu
        trigger={<IconButton label={`Options of ${group.name}`} icon={<Ellipsis aria-hidden="true" />} />}
        items={[
          { label: 'Edit group', icon: <Pencil />, onSelect: () => navigate(`/group/${group._id}/edit`) },
          { label: 'Invite people', icon: <UserPlus />, onSelect: () => navigate(`/group/${group._id}/invite`) },
          { label: 'Write to guests', icon: <Mail />, onSelect: () => navigate(`/group/${group._id}/messages`) },
          { label: 'Copy its link', icon: <LinkIcon />, onSelect: () => void copyLink() },
          { label: 'Make a copy', icon: <CopyPlus />, onSelect: () => onCopy(group) },
          {
            label: 'Delete group',
            icon: <Trash2 />,
            tone: 'danger',
            divided: true,
            disabled: arranging.isAlone,
            onSelect: () => arranging.askRemove(group),
          },
        ]}
      />
    </span>
  )
}
