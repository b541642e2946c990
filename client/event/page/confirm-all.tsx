// R98b: from the menu of an event with several groups, its guests are asked to confirm in all of them at once. It goes one way (R19), so it asks first (R76).
import { confirmationEnabled, confirmationFailed } from '#client/group/confirmation.ts'
import { toasted } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { putEvent } from '#client/records/events.ts'
import { putGroups } from '#client/records/groups.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { eventApi } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'

const toAsk = ({ reminders, answers }: GroupView) => reminders?.confirmation.people ?? answers.yes

interface ConfirmAllProps {
  eventId: string
  /** Those in which nobody is asked yet. */
  groups: readonly GroupView[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function ConfirmAll({ eventId, groups, isOpen, onOpenChange }: ConfirmAllProps) {
  const count = groups.reduce((sum, group) => sum + toAsk(group), 0)
  const enable = async () => {
    const reply = await call(eventApi.update, { id: eventId, showConfirmation: true })
    putEvent(reply.event)
    putGroups(reply.groups)
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={`Ask guests to confirm in ${groups.length === 1 ? '1 group' : `${groups.length} groups`}?`}
      tone="primary"
      confirmLabel="Ask them to confirm"
      busyLabel="Enabling..."
      onConfirm={() => toasted(enable, { done: confirmationEnabled, failed: confirmationFailed })}
    >
      From now on everyone who says yes is asked to confirm, in every group of this event.
      {count > 0 && ` This includes people who have already said yes or have a role (${formatCount(count)} so far): they get an email now.`}{' '}
      You can’t turn this off later.
    </ConfirmDialog>
  )
}
