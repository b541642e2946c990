// What goes out by itself before an event: each with a switch and a time, what comes next in words, and a way to send it now (R99).
import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { quietHours, type ReminderKind, type ReminderRule, type RemindersView, reminderKinds } from '#protocol/seats/reminder-rules.ts'
import { changeReminder, sendReminder } from './actions.ts'
import { daysLabel, hourLabel, kindHints, kindLabels, nextSentence, sendQuestion, whenSent } from './reminder-words.ts'

interface ReminderProps {
  group: GroupView
  kind: ReminderKind
  view: RemindersView[ReminderKind]
  timeZone: string
  /** From the start on none is sent. */
  hasBegun: boolean
}

const leads = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30]
const hours = Array.from({ length: quietHours.from - quietHours.to }, (_, n) => quietHours.to + n)

function SendNow({ group, kind, view, hasBegun }: ReminderProps) {
  const [isAsking, setAsking] = useState(false)
  const isLocked = hasBegun || view.people === 0 || (kind === 'confirmation' && !group.showConfirmation)
  const send = () =>
    toasted(() => sendReminder(group._id, kind), { done: (count) => `On its way to ${peopleText(count)}`, failed: 'Failed to send' })
  return (
    <>
      <Button size="sm" disabled={isLocked} aria-label={`Send now: ${kindLabels[kind]}`} onClick={() => setAsking(true)}>
        Send now
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={sendQuestion(kind, view.people)}
        tone="primary"
        confirmLabel="Send now"
        busyLabel="Sending..."
        onConfirm={send}
      >
        {kindHints[kind]} No one gets two of these emails a day. People who already got one today get this one tomorrow morning.
      </ConfirmDialog>
    </>
  )
}

function Reminder(props: ReminderProps) {
  const { group, kind, view, timeZone } = props
  const now = useNow(60_000)
  const [wanted, setWanted] = useState<ReminderRule | null>(null)
  const { isOn, days, hour } = wanted ?? view
  const save = async (change: Partial<ReminderRule>) => {
    const rule = { isOn, days, hour, ...change }
    setWanted(rule)
    await toasted(async () => toastUndoable('Saved', [await changeReminder(group._id, kind, rule)]), { failed: 'Failed to save' })
    setWanted(null)
  }
  const isWaiting = kind === 'confirmation' && !group.showConfirmation
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={kindLabels[kind]}
        hint={kindHints[kind]}
        checked={isOn && !isWaiting}
        locked={isWaiting && 'Goes out only once you enable confirmation.'}
        onValue={(on) => void save({ isOn: on })}
      />
      {isOn && !isWaiting && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={kind === 'nudge' ? 'After' : 'Before the start'}>
            <Select
              options={[...new Set([...leads, days])].sort((a, b) => a - b).map((one) => ({ value: String(one), label: daysLabel(one) }))}
              value={String(days)}
              onValue={(value) => void save({ days: Number(value) })}
            />
          </Field>
          <Field label="At">
            <Select
              options={hours.map((one) => ({ value: String(one), label: hourLabel(one) }))}
              value={String(hour)}
              onValue={(value) => void save({ hour: Number(value) })}
            />
          </Field>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Text size={13} tone="muted" className="tabular min-w-0 flex-1 basis-40" aria-live="polite">
          {!isWaiting && nextSentence(kind, { ...view, isOn }, timeZone, now)}
        </Text>
        <SendNow {...props} />
      </div>
    </div>
  )
}

interface SettingsProps {
  group: GroupView
  timeZone: string
  /** When the event begins. */
  start: string
}

export function ReminderSettings({ group, timeZone, start }: SettingsProps) {
  const { reminders } = group
  const hasBegun = useNow(30_000) >= Date.parse(start)
  if (!reminders) return null
  return (
    <Section title="Reminders" description={whenSent()}>
      {hasBegun && <Notice>The event has started, so these emails no longer go out.</Notice>}
      <Card className="flex flex-col gap-6">
        {reminderKinds.map((kind) => (
          <Reminder key={kind} group={group} kind={kind} view={reminders[kind]} timeZone={timeZone} hasBegun={hasBegun} />
        ))}
      </Card>
    </Section>
  )
}
