// The way on and back at the foot of a step; on a phone both stand in one row, in reach of a thumb.
import type { ReactNode } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'

export interface StepActionsProps {
  /** What the button that sends the step's form says. */
  label: ReactNode
  isBusy?: boolean
  busyLabel?: string
  onBack?: () => void
}

export const StepActions = ({ label, isBusy, busyLabel, onBack }: StepActionsProps) => (
  <FormActions sticky className="max-sm:flex-row-reverse">
    <Button type="submit" variant="primary" busy={isBusy} busyLabel={busyLabel} className="max-sm:flex-1">
      {label}
    </Button>
    {onBack && (
      <Button variant="ghost" onClick={onBack} disabled={isBusy}>
        Back
      </Button>
    )}
  </FormActions>
)
