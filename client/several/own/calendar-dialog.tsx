// What a guest's calendar follows all their groups by: a private address, made when it is asked for (R153a).
import { CalendarArrowDown, CalendarSync } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call, errorText } from '#client/lib/call.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { CopyField } from '#client/ui/fields/copy-field.tsx'
import { severalApi } from '#protocol/seats/several/several.ts'

type Address = { is: 'loading' } | { is: 'failed'; sentence: string } | { is: 'known'; url: string }

function useAddress(eventId: string, isOpen: boolean) {
  const [address, setAddress] = useState<Address>({ is: 'loading' })
  const load = useCallback(() => {
    setAddress({ is: 'loading' })
    call(severalApi.feed, { eventId }).then(
      ({ url }) => setAddress({ is: 'known', url }),
      (error: unknown) => setAddress({ is: 'failed', sentence: errorText(error) }),
    )
  }, [eventId])
  // Anew each time: a new link has ended the one before.
  useEffect(() => {
    if (isOpen) load()
  }, [isOpen, load])
  return { address, load }
}

interface CalendarDialogProps {
  eventId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function CalendarDialog({ eventId, isOpen, onOpenChange }: CalendarDialogProps) {
  const { address, load } = useAddress(eventId, isOpen)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Add to your calendar"
      description="Your calendar shows all that you come to here, and follows every change automatically."
    >
      {address.is === 'loading' && (
        <Loading label="Making the address...">
          <Skeleton className="h-36 rounded" />
        </Loading>
      )}
      {address.is === 'failed' && (
        <Notice tone="danger" action={<Button onClick={load}>Try Again</Button>}>
          {address.sentence}
        </Notice>
      )}
      {address.is === 'known' && (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-2.5">
            <ButtonLink variant="primary" href={address.url.replace(/^https?:/, 'webcal:')} icon={<CalendarSync aria-hidden="true" />}>
              Open in my calendar
            </ButtonLink>
            <ButtonLink href={address.url} download icon={<CalendarArrowDown aria-hidden="true" />}>
              Save as a file
            </ButtonLink>
          </div>
          <CopyField
            label="Or add this address as a subscription"
            value={address.url}
            isQuiet
            hint="Keep it private: anyone who has it sees what you come to, and your passes. A new personal link ends it. A saved file doesn’t follow changes."
          />
        </div>
      )}
    </Dialog>
  )
}
