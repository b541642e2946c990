// Which keys do what, and the switch for those that are single letters.
import { useState } from 'react'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Kbd } from '#client/ui/actions/kbd.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { hasSingleKeys, keepSingleKeys } from './use-shortcuts.ts'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

const keys = (): readonly (readonly [name: string, ...pressed: string[]])[] => [
  ['Search and go to', isMac() ? '⌘' : 'Ctrl', 'K'],
  ['Create an event', 'C'],
  ['Search', '/'],
  ['Show keyboard shortcuts', '?'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys)
  const choose = (next: boolean) => {
    keepSingleKeys(next)
    setOn(next)
  }
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="flex flex-col">
        {keys().map(([name, ...pressed]) => (
          <div key={name} className="flex min-h-11 items-center justify-between gap-4 border-b border-line last:border-0">
            <dt>{name}</dt>
            <dd className="flex gap-1">
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Switch
          label="Single keys"
          hint="C, / and ? work as shortcuts when you aren’t typing in a field."
          checked={isOn}
          onValue={choose}
        />
      </div>
    </Dialog>
  )
}
