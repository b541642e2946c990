// The limits of roles on a phone: they stand there once they are asked for, and go again when one is done. Where there is room they always stand there.
import { Pencil } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'

export interface EditingLimits {
  isOn: boolean
  begin: () => void
  end: () => void
  /** Of the button that begins it: it gets the focus back. */
  beginRef: RefObject<HTMLButtonElement | null>
  /** Of what holds the limits: the first of them gets the focus. */
  listRef: RefObject<HTMLUListElement | null>
}

/** Moves the focus along: it would be lost with the button that was pressed. */
export function useEditingLimits(): EditingLimits {
  const [isOn, setOn] = useState<boolean | null>(null)
  const beginRef = useRef<HTMLButtonElement>(null)
  const listRef = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isOn === null) return
    // The number itself would bring up a keyboard over half of the screen.
    if (isOn) listRef.current?.querySelector<HTMLElement>('[data-limits] button:not(:disabled)')?.focus()
    else beginRef.current?.focus()
  }, [isOn])
  return { isOn: isOn === true, begin: () => setOn(true), end: () => setOn(false), beginRef, listRef }
}

export const EditLimits = ({ editing: { isOn, begin, beginRef } }: { editing: EditingLimits }) =>
  isOn ? null : (
    <div className="flex border-b border-line px-5 py-3 sm:hidden">
      <Button ref={beginRef} block icon={<Pencil aria-hidden="true" />} onClick={begin}>
        Edit limits
      </Button>
    </div>
  )

/** "Done" stays in sight where there are many roles. */
export const LimitsDone = ({ editing: { isOn, end } }: { editing: EditingLimits }) =>
  isOn ? (
    <div className="sticky bottom-0 low:static z-10 flex border-t border-line bg-raised px-5 py-3 sm:hidden">
      <Button block variant="primary" onClick={end}>
        Done
      </Button>
    </div>
  ) : null
