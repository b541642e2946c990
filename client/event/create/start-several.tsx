// The way from one group to several while an event is created; said without the word, as long as there is one.
import { ClipboardPaste, Plus } from 'lucide-react'
import { useState } from 'react'
import { PlanDialog } from '#client/event/groups/plan-dialog.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Text } from '#client/ui/layout/heading.tsx'

interface StartSeveralProps {
  /** How many groups the plan has room for. */
  most: number
  onAdd: () => void
  onPaste: () => void
}

export function StartSeveral({ most, onAdd, onPaste }: StartSeveralProps) {
  const [isAsked, setAsked] = useState(false)
  const or = (act: () => void) => () => (most < 2 ? setAsked(true) : act())
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button icon={<Plus aria-hidden="true" />} onClick={or(onAdd)}>
          Add a shift or session
        </Button>
        <Button variant="ghost" icon={<ClipboardPaste aria-hidden="true" />} onClick={or(onPaste)}>
          Paste a table
        </Button>
      </div>
      <Text size={13} tone="muted">
        {most < 2
          ? 'With Pro: several shifts or sessions in one event, each with its own times.'
          : `Up to ${most}, each with its own times, place and roles.`}
      </Text>
      <PlanDialog limit={most} isOpen={isAsked} onOpenChange={setAsked} />
    </div>
  )
}
