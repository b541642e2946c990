// A CSV file: its columns are guessed and shown, and can be changed before anybody is added.
import { useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Table } from '#client/ui/layout/table.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { type Columns, type CsvFile, columnLabels, entriesOf, guessColumns, readCsv } from './csv.ts'
import { addedSentence } from './paste-people.tsx'
import type { Entry } from './people.ts'

interface Props {
  disabled: boolean
  /** R162: columns may answer them. */
  questions: readonly Question[]
  onAdd: (entries: readonly Entry[]) => number
}

const shownRows = 3
const kinds = [
  { of: 'email', label: 'Email', isOptional: false },
  { of: 'name', label: 'Name', isOptional: true },
  { of: 'role', label: 'Suggested role', isOptional: true },
] as const

interface MappingProps {
  file: CsvFile
  columns: Columns
  asked: readonly Question[]
  onColumns: (columns: Columns) => void
}

function Mapping({ file, columns, asked, onColumns }: MappingProps) {
  const labels = columnLabels(file, columns).map((label, at) => ({ value: String(at), label }))
  const none = { value: '-1', label: 'None' }
  const sample = entriesOf(file, columns).slice(0, shownRows)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {kinds.map(({ of, label, isOptional }) => (
          <Field key={of} label={label}>
            <Select
              value={String(columns[of])}
              options={isOptional ? [none, ...labels] : labels}
              onValue={(value) => onColumns({ ...columns, [of]: Number(value) })}
            />
          </Field>
        ))}
        {asked.map(({ _id, label }) => (
          <Field key={_id} label={<span className="wrap-anywhere">Answer to “{label}”</span>}>
            <Select
              value={String(columns.answers?.[_id] ?? -1)}
              options={[none, ...labels]}
              onValue={(value) => onColumns({ ...columns, answers: { ...columns.answers, [_id]: Number(value) } })}
            />
          </Field>
        ))}
      </div>
      {asked.length > 0 && (
        <Text size={13} tone="muted">
          A guest’s form begins with these answers; options are named as the question names them. What can’t be taken is told in the list.
        </Text>
      )}
      <Checkbox
        label="The first row has the column names"
        checked={columns.hasHeading}
        onValue={(hasHeading) => onColumns({ ...columns, hasHeading })}
      />
      <Table
        caption={`The first people of ${file.name}`}
        headLabel="Email"
        columns={[
          { key: 'name', label: 'Name' },
          { key: 'role', label: 'Suggested role' },
          ...(asked.length > 0 ? [{ key: 'answers', label: 'Answers' }] : []),
        ]}
        rows={sample.map(({ email, name, roles, answers = [] }, nth) => ({
          key: String(nth),
          head: email || '(empty)',
          cells: { name, role: roles.join('; '), answers: answers.map(({ answer }) => answer).join('; ') },
        }))}
      />
    </div>
  )
}

export function CsvPeople({ disabled, questions, onAdd }: Props) {
  const asked = questions.filter(({ isRetired }) => !isRetired)
  const [file, setFile] = useState<CsvFile | null>(null)
  const [columns, setColumns] = useState<Columns>({ email: 0, name: -1, role: -1, hasHeading: true })
  const [failure, setFailure] = useState<string | null>(null)
  const open = async (chosen: File | undefined) => {
    setFile(null)
    setFailure(null)
    if (!chosen) return
    const read = await readCsv(chosen).catch(() => null)
    if (!read || read.lines.length === 0) return setFailure('This file couldn’t be read or is empty. Please choose a CSV file.')
    setColumns(guessColumns(read.lines, asked))
    setFile(read)
  }
  const entries = file ? entriesOf(file, columns) : []
  const add = () => {
    toast(addedSentence(onAdd(entries)))
    setFile(null)
  }
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="File"
        hint={`Saved from a spreadsheet: one column with email addresses and, if you like, columns with names and roles${asked.length > 0 ? ', and one for each question, with its words on top' : ''}.`}
      >
        <FileInput
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          disabled={disabled}
          onFile={(chosen) => void open(chosen)}
        />
      </Field>
      {failure && (
        <Notice tone="danger" live>
          {failure}
        </Notice>
      )}
      {file && (
        <>
          <Mapping file={file} columns={columns} asked={asked} onColumns={setColumns} />
          <div className="flex flex-wrap items-center gap-4">
            <Button disabled={disabled} onClick={add}>{`Add ${peopleText(entries.length)} to the list`}</Button>
            <Text size={13} tone="muted">
              No emails are sent yet.
            </Text>
          </div>
        </>
      )}
    </div>
  )
}
