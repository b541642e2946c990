// A CSV file: its columns are guessed and shown, and can be changed before anybody is added.
import { useState } from 'react'
import { counted } from '#client/lib/counted.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Table } from '#client/ui/layout/table.tsx'
import { type Columns, type CsvFile, columnLabels, entriesOf, guessColumns, readCsv } from './csv.ts'
import { addedSentence } from './paste-people.tsx'
import type { Entry } from './people.ts'

interface Props {
  disabled: boolean
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
  onColumns: (columns: Columns) => void
}

function Mapping({ file, columns, onColumns }: MappingProps) {
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
      </div>
      <Checkbox
        label="The first line names the columns"
        checked={columns.hasHeading}
        onValue={(hasHeading) => onColumns({ ...columns, hasHeading })}
      />
      <Table
        caption={`The first people of ${file.name}`}
        headLabel="Email"
        columns={[
          { key: 'name', label: 'Name' },
          { key: 'role', label: 'Suggested role' },
        ]}
        rows={sample.map(({ email, name, roles }, nth) => ({
          key: String(nth),
          head: email || '(empty)',
          cells: { name, role: roles.join('; ') },
        }))}
      />
    </div>
  )
}

export function CsvPeople({ disabled, onAdd }: Props) {
  const [file, setFile] = useState<CsvFile | null>(null)
  const [columns, setColumns] = useState<Columns>({ email: 0, name: -1, role: -1, hasHeading: true })
  const [failure, setFailure] = useState<string | null>(null)
  const open = async (chosen: File | undefined) => {
    setFile(null)
    setFailure(null)
    if (!chosen) return
    const read = await readCsv(chosen).catch(() => null)
    if (!read || read.lines.length === 0) return setFailure('This file could not be read, or has nothing in it. Please choose a CSV file.')
    setColumns(guessColumns(read.lines))
    setFile(read)
  }
  const entries = file ? entriesOf(file, columns) : []
  const add = () => {
    toast(addedSentence(onAdd(entries)))
    setFile(null)
  }
  return (
    <div className="flex flex-col gap-5">
      <Field label="File" hint="As a spreadsheet saves it: a column with email addresses, and if you like names and roles.">
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
          <Mapping file={file} columns={columns} onColumns={setColumns} />
          <div className="flex flex-wrap items-center gap-4">
            <Button
              disabled={disabled}
              onClick={add}
            >{`Add ${entries.length === 1 ? '1 person' : `${counted(entries.length)} people`} to the list`}</Button>
            <Text size={13} tone="muted">
              Nobody is written to yet.
            </Text>
          </div>
        </>
      )}
    </div>
  )
}
