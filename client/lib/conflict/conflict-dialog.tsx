// R107: "This has changed since you opened it": each field that both changed, with both versions side by side, and a choice for each.
import { type FormEvent, useId, useState } from 'react'
import { useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { Choice, Choices, Conflict, Editor } from './conflict.ts'

export interface ConflictDialogProps {
  conflicts: readonly Conflict[]
  /** Who made the last change; null where that isn't known. */
  by: Editor | null
  busy: boolean
  /** Gets a choice for every conflict. */
  onChoose: (choices: Choices) => void
  /** Goes back to the form, with nothing saved. */
  onClose: () => void
}

/** Who made the other version, as it stands above it. */
function useTheirName(by: Editor | null): string {
  const mine = useSession((now) => now.user?._id)
  if (by === null || by.name === '') return 'Theirs'
  return by._id === mine ? 'Yours, saved in another window' : `Theirs, last saved by ${by.name}`
}

interface FieldChoiceProps {
  conflict: Conflict
  theirName: string
  value: Choice | undefined
  onValue: (choice: Choice) => void
}

const Version = ({ text }: { text: string }) => (
  <span className="block max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">{text}</span>
)

function FieldChoice({ conflict: { label, mine, theirs }, theirName, value, onValue }: FieldChoiceProps) {
  const name = useId()
  const card = (choice: Choice, title: string, text: string) => (
    <ChoiceCard
      type="radio"
      name={name}
      title={title}
      checked={value === choice}
      onValue={() => onValue(choice)}
      className="min-w-0 flex-1"
    >
      <Version text={text} />
    </ChoiceCard>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold wrap-anywhere">{label}</legend>
      <div className="flex flex-col gap-2 sm:flex-row">
        {card('mine', 'Yours', mine)}
        {card('theirs', theirName, theirs)}
      </div>
    </fieldset>
  )
}

export function ConflictDialog({ conflicts, by, busy, onChoose, onClose }: ConflictDialogProps) {
  const form = useId()
  const [choices, setChoices] = useState<Choices>({})
  const [isMissing, setMissing] = useState(false)
  const theirName = useTheirName(by)
  const left = conflicts.filter(({ key }) => !choices[key]).length
  const choose = (more: Choices) => {
    setChoices((held) => ({ ...held, ...more }))
    setMissing(false)
  }
  const chooseAll = (choice: Choice) => choose(Object.fromEntries(conflicts.map(({ key }) => [key, choice])))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (left > 0) return setMissing(true)
    onChoose(choices)
  }
  const footer = (
    <>
      <Button onClick={onClose} disabled={busy}>
        Back to the form
      </Button>
      <Button type="submit" form={form} variant="primary" busy={busy} busyLabel="Saving...">
        Save my choices
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !busy && onClose()}
      title="This has changed since you opened it"
      description="The same things were changed somewhere else while you were editing. Your changes aren’t saved yet: choose which version to keep."
      size="lg"
      footer={footer}
    >
      <Form id={form} onSubmit={submit} className="gap-6!">
        {conflicts.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => chooseAll('mine')}>
              Keep all of mine
            </Button>
            <Button size="sm" onClick={() => chooseAll('theirs')}>
              Use all of theirs
            </Button>
          </div>
        )}
        {conflicts.map((conflict) => (
          <FieldChoice
            key={conflict.key}
            conflict={conflict}
            theirName={theirName}
            value={choices[conflict.key]}
            onValue={(choice) => choose({ [conflict.key]: choice })}
          />
        ))}
        {isMissing && (
          <Notice tone="danger" live>
            {left === 1 ? 'Please choose a version for the one that is left.' : `Please choose a version for the ${left} that are left.`}
          </Notice>
        )}
        <Text size={13} tone="muted">
          Where only one of you changed something, that change is kept.
        </Text>
      </Form>
    </Dialog>
  )
}
