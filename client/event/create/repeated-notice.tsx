// R56: the first attempt was carried out, its answer got lost, and the draft was changed since: one event, or two?

import { StepNotice } from '#client/lib/step-notice.tsx'
import { Button } from '#client/ui/actions/button.tsx'

export const RepeatedNotice = ({ onGoOn, onAnother }: { onGoOn: () => void; onAnother: () => void }) => (
  <StepNotice
    tone="warn"
    title="This event was already created a moment ago"
    action={
      <>
        <Button size="sm" onClick={onGoOn}>
          Use this one
        </Button>
        <Button size="sm" variant="ghost" onClick={onAnother}>
          Make this a second event
        </Button>
      </>
    }
  >
    It has what you had typed when you first pressed Create event; your later changes are not in it.
  </StepNotice>
)
