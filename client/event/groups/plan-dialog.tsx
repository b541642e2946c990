// Says how many groups an event may have, before anything is typed that couldn't be kept.
import { isSold } from '#client/lib/settings.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { mostGroups } from '#protocol/kernel/limits.ts'
import { groupsOfPlan } from './plan-words.ts'

interface PlanDialogProps {
  /** How many the plan has room for. */
  limit: number
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function PlanDialog({ limit, isOpen, onOpenChange }: PlanDialogProps) {
  const isPlans = limit < mostGroups
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      isAlert
      size="sm"
      title={isPlans ? 'Several shifts or sessions' : `All ${mostGroups} groups are there`}
      description={
        <>
          {groupsOfPlan(limit)}
          {isPlans &&
            ' Upgrading a single group lifts the limits of that group alone, and gives you no more groups. Groups that are there already stay.'}
        </>
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>OK</Button>
          {isPlans && isSold() && (
            <ButtonLink variant="primary" href="/pricing?plan=pro">
              Compare the plans
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
