// What a toast says of something that can be taken back for a while (R106): the sentence, and a button, which Ctrl or Cmd with Z presses too.

import { useEffect } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { errorText } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { takeBack } from './undo.ts'

export const undoFailed = 'This couldn’t be undone. Please try again.'
/** There is one at a time: what came before it can still be taken back in the activity. */
const toastId = 'undo'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

function UndoToast({ text, back }: { text: string; back: () => Promise<unknown> }) {
  const { run: undo, isBusy } = useAction(() =>
    back().then(
      () => toast.success('Undone', { id: toastId, duration: 2000 }),
      (error: unknown) => toast.error(errorText(error, undoFailed), { id: toastId, duration: 8000 }),
    ),
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
      event.preventDefault()
      void undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo])
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <Button
        size="sm"
        className="pointer-events-auto"
        busy={isBusy}
        busyLabel="Undoing..."
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => void undo()}
      >
        Undo
      </Button>
    </span>
  )
}

/** Says what was done, with a way back as long as the server allows one. */
export function toastUndoable(text: string, acts: readonly (string | undefined)[]) {
  const known = acts.filter((act) => act !== undefined)
  if (known.length === 0) return void toast.success(text)
  toastWithBack(text, known.join(), () => takeBack(known))
}

/** Where it can be taken back no longer: at once, so that nobody presses it while it leaves. */
export const endUndo = () => toast.remove(toastId)

let latest = 0
/** The same for what is taken back by a call of its own; `key` tells one from the next. Returns what ends it, unless another has taken its place. */
export function toastWithBack(text: string, key: string, back: () => Promise<unknown>): () => void {
  const nth = ++latest
  toast.success(<UndoToast key={key} text={text} back={back} />, { id: toastId, duration: undoSeconds * 1_000 })
  return () => nth === latest && endUndo()
}
