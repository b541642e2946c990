// The box for many people at once: pasted lines become rows of the list.
import { useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { pastedWhole } from '#client/ui/fields/pasted-whole.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'

interface Props {
  hasMobile?: boolean
  /** Takes the text; says how many rows came of it. */
  onPaste: (text: string) => number
  disabled: boolean
}

/** Draws the box; what brought no row stays in it. */
export function PasteLines({ hasMobile = false, onPaste, disabled }: Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    if (onPaste(text) > 0) {
      setText('')
      setError(undefined)
    } else setError('None of these lines brought a new email.')
  }
  const type = (next: string) => {
    setText(next)
    setError(undefined)
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Field
        label={hasMobile ? 'Lines of name,email,mobile' : 'Lines of name,email'}
        hint="One person per line. Lines without an email are left out; rows copied from a spreadsheet work too."
        error={error}
      >
        <TextArea
          mono
          rows={4}
          spellCheck={false}
          autoComplete="off"
          placeholder={hasMobile ? 'Ann Archer,ann@example.com,+1 555 0100' : 'Ann Archer,ann@example.com'}
          value={text}
          disabled={disabled}
          onChange={(event) => type(event.target.value)}
          onPaste={(event) => type(pastedWhole(event) ?? text)}
        />
      </Field>
      <Button type="submit" className="self-start" disabled={disabled || text.trim() === ''}>
        Add lines to list
      </Button>
    </Form>
  )
}
