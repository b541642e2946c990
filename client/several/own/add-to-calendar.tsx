// Adds all that a guest comes to to their calendar, at once; `?open=calendar`, as in the email, opens it (R153).
import { CalendarPlus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useGuest } from '#client/rsvp/guest.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { calendarDialog } from './lazy-parts.ts'

export function AddToCalendar({ eventId }: { eventId: string }) {
  const [isOpen, setOpen] = useState<boolean>()
  const isKnown = useGuest((now) => now.isKnown)
  const open = () => void calendarDialog.ready().then(() => setOpen(true), toastNotLoaded)
  useEffect(() => {
    const address = new URL(window.location.href)
    if (!isKnown || address.searchParams.get('open') !== 'calendar') return
    address.searchParams.delete('open')
    window.history.replaceState(window.history.state, '', address)
    void calendarDialog.ready().then(() => setOpen(true), toastNotLoaded)
  }, [isKnown])
  return (
    <>
      <Button icon={<CalendarPlus aria-hidden="true" />} onClick={open} className="noscript:hidden">
        Add to calendar
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <calendarDialog.Component eventId={eventId} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
