// Who organizes, beside a picture of theirs or their initials (R85, R224).
import type { ReactNode } from 'react'
import { Avatar } from '#client/ui/avatar.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { faceAddress } from './cover-photo.ts'

interface HostLineProps {
  form: Pick<FormView, 'event' | 'host'> | undefined
  size?: 13
  children: ReactNode
}

/** Of a host without a name there are no initials. */
export function HostLine({ form, size, children }: HostLineProps) {
  const name = namedHost(form?.event?.organizer ?? '')
  const photo = form?.host?.photo ? faceAddress(form.host.photo, 96) : undefined
  return (
    <Text tone="muted" {...(size && { size })} className="flex min-w-0 items-center gap-2 wrap-anywhere">
      {(name || photo) && <Avatar name={name} size="sm" photo={photo} />}
      <span dir="auto" className="min-w-0">
        {children}
      </span>
    </Text>
  )
}
