// This browser as a phone at a door: made one at a press, never by opening the link (R182), and no more at another (R190).
import { useState } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { doorApi } from '#protocol/seats/door/door.ts'
import { leaveDoor } from './reading.ts'
import { useDoor } from './store.ts'

export function PairPhone({ token, onPaired }: { token: string; onPaired: () => void }) {
  const { run, isBusy, failure } = useAction(async () => {
    await call(doorApi.pair, { token })
    onPaired()
  })
  return (
    <Page width="narrow">
      <title>Pair this phone · Rolecall</title>
      <PageHeader
        title="Use this phone at the door?"
        lead="It then shows the guests of this event, without their emails, until 12 hours after the end. The organizer can cut it off."
      />
      <Failure>{failure}</Failure>
      <Button variant="primary" size="lg" busy={isBusy} busyLabel="Pairing..." onClick={() => void run()}>
        Pair this phone
      </Button>
    </Page>
  )
}

/** It leaves with nothing of the list left on it. */
export function LeaveDoor({ eventId }: { eventId: string }) {
  const { paired, mode, waiting, door } = useDoor()
  const [isOpen, setOpen] = useState(false)
  if (!paired) return null
  if (mode === 'offline' || waiting > 0)
    return (
      <Text size={13} tone="muted">
        This phone can leave the door once it is online again and its scans are sent.
      </Text>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>Stop using this phone at the door</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Leave “${door}” with this phone?`}
        confirmLabel="Leave the door"
        busyLabel="Leaving..."
        onConfirm={() => toasted(() => leaveDoor(eventId))}
      >
        The guest list is deleted from this phone. Everyone who was let in stays in. To use it here again, it needs a new link from the
        organizer.
      </ConfirmDialog>
    </>
  )
}
