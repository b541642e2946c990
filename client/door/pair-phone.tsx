// Makes this browser a phone at a door: at a press, never by opening the link (R182).
import { useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { doorApi } from '#protocol/seats/door/door.ts'

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
