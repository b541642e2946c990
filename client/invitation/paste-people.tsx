// The box into which names and addresses are pasted, in any usual shape.
import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { pastedWhole } from '#client/ui/fields/pasted-whole.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { type Entry, readPeople } from './people.ts'

export const addedSentence = (count: number) => `${peopleText(count)} added`

interface Props {
  disabled: boolean
  onAdd: (entries: readonly Entry[]) => number
}

export function PastePeople({ disabled, onAdd }: Props) {
  const [text, setText] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    toast(addedSentence(onAdd(readPeople(text))))
    setText('')
  }
  return (
    <Form onSubmit={add}>
      <Field
        label="Names and email addresses"
        hint="One person per line, or with commas between them. Names are optional; copied from a spreadsheet or an address book works too."
      >
        <TextArea
          rows={5}
          spellCheck={false}
          autoComplete="off"
          placeholder={'Ann Archer <ann@example.com>\nben@example.com, cleo@example.com'}
          value={text}
          disabled={disabled}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => setText(pastedWhole(event) ?? text)}
        />
      </Field>
      <Button type="submit" className="self-start" disabled={disabled || text.trim() === ''}>
        Add to the list
      </Button>
    </Form>
  )
}
