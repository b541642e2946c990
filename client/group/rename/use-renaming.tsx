// Whether a name is being edited where it stands, and the button that begins it, which gets the focus back (R130).
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#client/ui/actions/button.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'

export interface Renaming {
  isOn: boolean
  begin: () => void
  end: (isByKey: boolean) => void
  /** Of the button that begins it. */
  buttonRef: React.RefObject<HTMLButtonElement | null>
}

/** `ready` fetches the editor, which few need. */
export function useRenaming(ready: () => Promise<unknown>): Renaming {
  const [isOn, setOn] = useState(false)
  const [isByKey, setByKey] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOn && isByKey) buttonRef.current?.focus()
  }, [isOn, isByKey])
  return {
    isOn,
    begin: () => void ready().then(() => setOn(true), toastNotLoaded),
    end: (byKey) => {
      setByKey(byKey)
      setOn(false)
    },
    buttonRef,
  }
}

export const RenameButton = ({ renaming, label }: { renaming: Renaming; label: string }) => (
  <IconButton
    ref={renaming.buttonRef}
    size="sm"
    variant="ghost"
    className="hit print:hidden"
    label={label}
    title="Rename"
    icon={<Pencil aria-hidden="true" />}
    onClick={renaming.begin}
  />
)
