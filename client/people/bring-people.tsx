// People out of a text that is pasted or a file that is chosen: what was read of it is shown before anybody is added (R225, R225a).
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { pastedWhole } from '#client/ui/fields/pasted-whole.ts'
import type { SelectOption } from '#client/ui/fields/select.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { useCleared } from '#client/undo/use-cleared.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { ListColumns } from './list-columns.tsx'
import { type Brought, type Reading, readBrought, useReading } from './use-reading.ts'

interface Props {
  label: string
  hint: string
  button: string
  placeholder?: string
  /** A file is chosen instead of a text pasted. */
  isFile?: boolean
  /** Why nothing came of it. */
  error?: string | undefined
  disabled: boolean
  /** What a column may be for besides, and what a heading says of that. */
  more?: readonly SelectOption[]
  usesOf?: (heading: string) => string | undefined
  without?: readonly string[]
  /** Shown with what was read. */
  children?: (reading: Reading) => ReactNode
  /** Takes them; what can't be taken stays in the box. */
  onAdd: (reading: Reading) => boolean
  onChange?: () => void
}

/** A browser takes longer to lay out a longer text than anybody waits gladly: of one that is pasted the box shows where it begins. */
const [mostInBox, shownOfLong] = [40_000, 2_000]

const nothing: readonly SelectOption[] = []
const saysNothing = () => undefined
const accepted = '.xlsx,.csv,.tsv,.txt,.vcf,text/csv,text/tab-separated-values,text/plain,text/vcard'

/** What is in the box, and what was said of its columns; all of it comes back where it was cleared by mistake. */
function useBrought(onChange: (() => void) | undefined) {
  const [brought, setBrought] = useState<Brought>('')
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [isFolded, setFolded] = useState(false)
  const cleared = useCleared()
  const bring = (next: Brought) => {
    if (next !== '') cleared.end()
    setBrought(next)
    if (next === '') setChosen({})
    setFolded(isFolded && next !== '')
    onChange?.()
  }
  const clear = () => {
    bring('')
    cleared.offer(() => {
      bring(brought)
      setChosen(chosen)
      setFolded(true)
    })
  }
  return { brought, bring, chosen, setChosen, isFolded, setFolded, clear }
}

export function BringPeople(props: Props) {
  const { label, hint, isFile = false, error, disabled, more = nothing, usesOf = saysNothing, without = [], children, onAdd } = props
  const { brought, bring, chosen, setChosen, isFolded, setFolded, clear } = useBrought(props.onChange)
  const [taken, setTaken] = useState(0)
  const reading = useReading(brought, { chosen, usesOf })
  const open = async (file: File | undefined) => {
    bring('')
    if (file) bring({ fileName: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (!onAdd(await readBrought(brought, { chosen, usesOf }))) return
    bring('')
    setTaken(taken + 1)
  }
  const text = typeof brought === 'string' ? brought : ''
  const { problem, note, people = [], leftOut = [] } = reading?.list ?? {}
  const count = people.length + leftOut.length
  return (
    <Form onSubmit={(event) => void add(event)}>
      <Field label={label} hint={hint} error={problem ?? error}>
        {isFile ? (
          <FileInput key={taken} accept={accepted} disabled={disabled} onFile={(file) => void open(file)} />
        ) : (
          <TextArea
            rows={5}
            spellCheck={false}
            autoComplete="off"
            placeholder={props.placeholder}
            value={isFolded ? `${text.slice(0, shownOfLong)}…` : text}
            readOnly={isFolded}
            disabled={disabled}
            onChange={(event) => bring(event.target.value)}
            onPaste={(event) => {
              const whole = pastedWhole(event, isFolded ? text : undefined)
              if (whole === undefined) return
              bring(whole)
              setFolded(whole.length > mostInBox)
            }}
          />
        )}
      </Field>
      {isFolded && (
        <Notice
          action={
            <Button size="sm" onClick={clear}>
              Clear
            </Button>
          }
        >
          This is where your list begins. All of it is read.
        </Notice>
      )}
      {note && (
        <Notice tone="warn" live>
          {note}
        </Notice>
      )}
      {reading && (
        <ListColumns {...{ reading, more, without, disabled }} onUse={(column, use) => setChosen({ ...chosen, [column]: use })} />
      )}
      {reading && children?.(reading)}
      {(!isFile || (reading && !problem)) && (
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" disabled={disabled || (isFile ? count === 0 : text.trim() === '')}>
            {isFile ? `Add ${peopleText(count)} to the list` : props.button}
          </Button>
          {isFile && (
            <Text size={13} tone="muted">
              No emails are sent yet.
            </Text>
          )}
        </div>
      )}
    </Form>
  )
}
