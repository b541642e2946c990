// The box for many people at once: pasted lines become rows of the list.
import { useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { pastedWhole } from '#client/ui/fields/pasted-whole.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import type { LeftOut } from './paste.ts'

interface Props {
  hasMobile?: boolean
  /** Takes the text; says how many rows came of it, and which lines became none. */
  onPaste: (text: string) => { added: number; leftOut: readonly LeftOut[] }
  disabled: boolean
}

/** So many are named; the others are counted. */
const mostNamed = 10

function LeftOutNotice({ lines, onClose }: { lines: readonly LeftOut[]; onClose: () => void }) {
  if (lines.length === 0) return null
  const more = lines.length - mostNamed
  return (
    <Notice tone="warn" live title={lines.length === 1 ? '1 line was left out' : `${lines.length} lines were left out`} onClose={onClose}>
      <ul>
        {lines.slice(0, mostNamed).map(({ line, text, why }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}, “{text}”: {why}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Notice>
  )
}

/** What brought no row stays in it. */
export function PasteLines({ hasMobile = false, onPaste, disabled }: Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  const add = () => {
    const pasted = onPaste(text)
    setLeftOut(pasted.leftOut)
    if (pasted.added > 0) {
      setText('')
      setError(undefined)
    } else setError('None of these lines has a new email address.')
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
        hint="One person per line. Lines without an email are left out. Rows copied from a spreadsheet work too."
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
      <LeftOutNotice lines={leftOut} onClose={() => setLeftOut([])} />
      <Button type="submit" className="self-start" disabled={disabled || text.trim() === ''}>
        Add lines to list
      </Button>
    </Form>
  )
}
