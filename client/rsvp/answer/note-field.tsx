// A guest's note for the organizers, folded until it is wanted (R133). It comes after the first paint.
import { useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { noteLength } from '#protocol/kernel/limits.ts'
import { editDraft, useDraft } from './draft.ts'

export function NoteField({ saved }: { saved: string }) {
  const { draft } = useDraft()
  const [isOpen, setOpen] = useState(false)
  const note = draft.note ?? saved
  if (!isOpen && !note)
    return (
      <Button variant="ghost" className="-ml-4.5 self-start" onClick={() => setOpen(true)}>
        Add a note for the organizer
      </Button>
    )
  return (
    <Field label="Note for the organizer" optional hint={`Only the organizers see it. ${noteLength - note.length} characters left.`}>
      <TextInput
        name="note"
        autoFocus={isOpen}
        maxLength={noteLength}
        value={note}
        onChange={({ target }) => {
          setOpen(true)
          editDraft({ note: target.value })
        }}
      />
    </Field>
  )
}
