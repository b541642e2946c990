// R26: says beforehand that an event is for members.
import { Lock } from 'lucide-react'
import { Text } from '#client/ui/layout/heading.tsx'

export const ForMembersOnly = () => (
  <Text size={13} tone="muted" className="flex items-center gap-1.5">
    <Lock aria-hidden="true" className="size-4 shrink-0" />
    For members only
  </Text>
)
