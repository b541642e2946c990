// Two people edit one event (R55): says so, loads the present state, and tells what both had changed.

import { Button } from '#client/ui/actions/button.tsx'
import { StepNotice } from './step-notice.tsx'

/** A part that both changed: mine is kept, theirs is told. */
export interface Clash {
  part: string
  theirs: string
}

export const StaleNotice = ({ busy, onLoad }: { busy: boolean; onLoad: () => void }) => (
  <StepNotice
    tone="warn"
    title="Someone else changed this in the meantime."
    action={
      <Button size="sm" busy={busy} busyLabel="Loading..." onClick={onLoad}>
        Load the present state
      </Button>
    }
  >
    Nothing was saved yet. What you typed is still here, and stays when you load what is there now.
  </StepNotice>
)

/** Follows the loading: what I typed is kept, and where they had changed the same, their version is told. */
export const MergedNotice = ({ clashes }: { clashes: readonly Clash[] }) => (
  <StepNotice tone="info" title="This is the present state, with what you typed kept.">
    {clashes.length > 0 && (
      <ul className="flex flex-col gap-0.5">
        {clashes.map(({ part, theirs }) => (
          <li key={part} className="wrap-anywhere">
            {part}, as the other person left it: {theirs}
          </li>
        ))}
      </ul>
    )}
  </StepNotice>
)
