// The settings of a group that take effect at once: what invitees see, and whether they are asked to confirm.
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { changeSettings } from '#client/group/actions.ts'
import { confirmationEnabled, confirmationFailed, enableConfirmationId } from '#client/group/confirmation.ts'
import { toasted } from '#client/lib/actions/use-action.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { useDoing } from '#client/presence/doing.ts'
import { EditedBy } from '#client/presence/people-here.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { AskingView } from '#protocol/seats/reminder-rules.ts'
import { SharedSettings, type SharedValue } from './shared-settings.tsx'

/** R106: each can be taken back for a while. */
const saveSettings = async (...change: Parameters<typeof changeSettings>) => toastUndoable('Saved', [await changeSettings(...change)])

/** What was chosen shows at once, and goes back if it can't be saved. */
function AtOnce({ group }: { group: GroupView }) {
  const [wanted, setWanted] = useState<Partial<SharedValue>>({})
  const save = async (settings: Partial<SharedValue>) => {
    setWanted(settings)
    await toasted(() => saveSettings(group._id, settings), { failed: 'Failed to update group' })
    setWanted({})
  }
  return <SharedSettings value={{ ...group, ...wanted }} onChange={(changed) => void save(changed)} />
}

/** R98: whom the last asking went to, and what came of it; live. */
const AskingProgress = ({ asking: { asked, confirmed, left } }: { asking: AskingView }) => (
  <Text size={13} className="tabular mt-0.5">
    {asked && `Asked ${peopleText(asked.people)}. `}
    {`${formatCount(confirmed)} confirmed, ${formatCount(left)} still to confirm.`}
  </Text>
)

/** R19: one way; there is nothing to switch it off with. R76: so it asks first. */
function Confirmation({ group }: { group: GroupView }) {
  const [isAsking, setAsking] = useState(false)
  const toAsk = group.reminders?.confirmation.people ?? group.answers.yes
  const enable = () =>
    toasted(() => changeSettings(group._id, { showConfirmation: true }), { done: confirmationEnabled, failed: confirmationFailed })
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <Heading level={3} size={15}>
            Confirmation
          </Heading>
          {group.showConfirmation && (
            <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
              On
            </Badge>
          )}
        </div>
        {group.asking && <AskingProgress asking={group.asking} />}
        <Text size={13} tone="muted" className="mt-0.5">
          {group.showConfirmation
            ? 'Everyone who says yes is asked to confirm.'
            : 'Asks everyone who says yes to confirm, best 2–7 days before the event. You can’t turn it off later.'}
        </Text>
      </div>
      {!group.showConfirmation && (
        <Button id={enableConfirmationId} size="sm" onClick={() => setAsking(true)}>
          Enable Confirmation
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Ask guests to confirm?"
        tone="primary"
        confirmLabel="Ask them to confirm"
        busyLabel="Enabling..."
        onConfirm={enable}
      >
        From now on everyone who says yes is asked to confirm. This includes people who have already said yes: {peopleText(toAsk)} will get
        an email now. You can’t turn this off later.
      </ConfirmDialog>
    </div>
  )
}

export const GroupSettings = ({ group }: { group: GroupView }) => (
  <Section
    title="Settings"
    description={
      <>
        Saved as you choose. Name, description, who may answer and roles are in <Link href={`/group/${group._id}/edit`}>Update Group</Link>.
      </>
    }
  >
    <Card className="flex flex-col gap-6" {...useDoing(group._id, 'settings')}>
      <EditedBy groupId={group._id} what={{ kind: 'settings' }} />
      <AtOnce group={group} />
      <Confirmation group={group} />
    </Card>
  </Section>
)
