// R130: a name that is edited where it stands: Enter or leaving it saves, Escape puts back what stood, and what went wrong is said beneath it.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import type { Choices } from '#client/lib/conflict/conflict.ts'
import { ConflictDialog } from '#client/lib/conflict/conflict-dialog.tsx'
import { type EditConflict, type EditDraft, type Saving, saveOver } from '#client/lib/conflict/save.ts'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'

export interface NameEditorProps<Opened, Edits> {
  /** As it stood when it was begun. */
  name: string
  /** What it is called: "Event name". */
  label: string
  maxLength: number
  /** What is said where nothing is left of it. */
  missing: string
  /** What else is wrong with it, as can be told without asking. */
  problemOf?: (name: string) => string | null
  /** What this name alone changes, over what it stood at when it was begun. */
  draftOf: (name: string) => EditDraft<Opened, Edits>
  saving: Saving<Opened, Edits>
  /** `isByKey`: the focus goes back to where it came from. */
  onClose: (isByKey: boolean) => void
}

/** Saves over what others save meanwhile; where both changed the name it stops to ask (R107). */
function useSaving<Opened, Edits>(saving: Saving<Opened, Edits>, onSaved: (act: string | undefined) => void) {
  const [conflict, setConflict] = useState<EditConflict<Opened, Edits> | null>(null)
  const action = useAction(async (draft: EditDraft<Opened, Edits>) => {
    setConflict(null)
    const done = await saveOver(draft, saving)
    if (done.is === 'failed') throw done.error
    if (done.is === 'asked') setConflict(done.conflict)
    else onSaved(done.act)
  }, wentWrong)
  const choose = (choices: Choices) => {
    if (conflict) void action.run({ opened: conflict.current, edits: conflict.found.settle(choices) })
  }
  return { ...action, conflict, choose, leave: () => setConflict(null) }
}

/** What a field was refused with, else the sentence of it all. */
const sentenceIn = ({ failure, fields }: { failure: string | null; fields: Readonly<Record<string, string>> }) =>
  failure === null ? null : (Object.values(fields)[0] ?? failure)

export function NameEditor<Opened, Edits>(props: NameEditorProps<Opened, Edits>) {
  const { label, maxLength, missing, problemOf, draftOf, saving, onClose } = props
  // What it is saved over stays what it was when it was begun, whatever comes live.
  const [{ name, begun }] = useState({ name: props.name, begun: draftOf })
  const [text, setText] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const isByKey = useRef(false)
  const { run, isBusy, setFailure, conflict, choose, leave, ...failing } = useSaving(saving, (act) => {
    if (act !== undefined) toastUndoable('Renamed', [act])
    onClose(isByKey.current)
  })
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const save = (isKey: boolean) => {
    if (isBusy || conflict) return
    isByKey.current = isKey
    const typed = text.trim()
    if (typed === name) return onClose(isKey)
    const problem = typed ? problemOf?.(typed) : missing
    if (problem) return setFailure(problem)
    void run(begun(typed))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save(true)
    else if (!isBusy) onClose(true)
  }
  return (
    <div className="w-full min-w-0">
      <Field label={label} hideLabel required error={sentenceIn(failing)}>
        <TextInput
          ref={input}
          value={text}
          maxLength={maxLength}
          readOnly={isBusy}
          aria-busy={isBusy || undefined}
          enterKeyHint="done"
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value)
            setFailure(null)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => save(false)}
        />
      </Field>
      {conflict && <ConflictDialog conflicts={conflict.found.conflicts} by={conflict.by} busy={isBusy} onChoose={choose} onClose={leave} />}
    </div>
  )
}
