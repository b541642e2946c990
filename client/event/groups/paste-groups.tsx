// Groups out of a pasted table: each line with what becomes of it, to be corrected before anything is sent.

import { CircleAlert, CircleCheck, CircleMinus, X } from 'lucide-react'
import { type GroupDraft, placed } from '#client/group/several/draft.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { readCell } from '#client/lib/files/csv-cells.ts'
import { serverNow } from '#client/lib/now.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { pastedWhole } from '#client/ui/fields/pasted-whole.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { type Column, clock, columns, type Fate, linesOf, type PastedLine, readTable, type TableFacts } from './paste-table.ts'

const labels: Readonly<Record<Column, string>> = {
  name: 'Name',
  start: 'Start',
  end: 'End',
  place: 'Place',
  role: 'Role',
  seats: 'Seats',
}
const sample = [
  Object.values(labels),
  ['Bar, early', clock(14), clock(16), 'Tent', 'Helper', '4'],
  ['Door', clock(22), clock(2), '', 'Guard', '2'],
]
  .map((cells) => cells.join('\t'))
  .join('\n')

/** Whatever parts its cells is found out. */
async function cellsOf(text: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse')
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' }).data.map((cells) => cells.map(readCell))
}

const icons = { group: CircleCheck, role: CircleCheck, double: CircleMinus, wrong: CircleAlert }
const tones = { group: 'text-success', role: 'text-success', double: 'text-muted', wrong: 'text-danger' }

function FateLine({ fate }: { fate: Fate }) {
  const Icon = icons[fate.is]
  return (
    <p className={`flex items-start gap-1.5 text-13 ${tones[fate.is]}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span>{fate.text}</span>
    </p>
  )
}

interface LineFieldsProps {
  line: PastedLine
  number: number
  fate: Fate
  onChange: (line: PastedLine) => void
  onRemove: () => void
}
const LineFields = ({ line, number, fate, onChange, onRemove }: LineFieldsProps) => (
  <li className="flex flex-col gap-1.5 border-t border-line pt-3 first:border-t-0 first:pt-0">
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 md:grid-cols-[2fr_2fr_2fr_1.5fr_1.5fr_1fr]">
        {columns.map((column) => (
          <TextInput
            key={column}
            aria-label={`${labels[column]}, line ${number}`}
            placeholder={labels[column]}
            value={line[column]}
            onChange={({ target }) => onChange({ ...line, [column]: target.value })}
          />
        ))}
      </div>
      <IconButton label={`Leave out line ${number}`} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </div>
    <FateLine fate={fate} />
  </li>
)

const count = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`

interface PasteGroupsProps {
  /** Whose groups they become. */
  name: string
  facts: Omit<TableFacts, 'now'>
  isBusy?: boolean
  /** Gives the lines that are still to be dealt with; none where all is done. */
  onGroups: (groups: readonly GroupDraft[]) => void | Promise<void>
  onCancel: () => void
}

export function PasteGroups({ name, facts, isBusy = false, onGroups, onCancel }: PasteGroupsProps) {
  const [text, setText] = useTyped(`table:${name}`, '')
  const [lines, setLines] = useTyped<readonly PastedLine[] | null>(`lines:${name}`, null)
  const read = () => void cellsOf(text).then((cells) => setLines(linesOf(cells)), toastNotLoaded)
  if (!lines || lines.length === 0)
    return (
      <div className="flex flex-col gap-4">
        <Field
          label="Your table"
          hint="One line for each role of a group: name, start, end, place, role, seats. Copied from a spreadsheet works, with or without a heading. Lines with the same name and time become one group. A time without a date is on the day of the event."
        >
          <TextArea
            rows={7}
            mono
            spellCheck={false}
            placeholder={sample}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onPaste={(event) => setText(pastedWhole(event) ?? text)}
          />
        </Field>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabled={text.trim() === ''} onClick={read}>
            Check the table
          </Button>
        </div>
      </div>
    )
  const { fates, groups } = readTable(lines, { ...facts, now: serverNow() })
  const faults = fates.filter(({ is }) => is === 'wrong').length
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-medium">
        {count(groups.length, 'group', 'groups')} from {count(lines.length, 'line', 'lines')}
        {faults > 0 && <span className="text-danger">, {count(faults, 'line needs', 'lines need')} a look</span>}
      </p>
      <ol aria-label="Lines of the table" className="flex flex-col gap-3">
        {placed(lines).map(({ one: line, at }) => (
          <LineFields
            key={at}
            line={line}
            number={at + 1}
            fate={fates[at] ?? { is: 'wrong', text: '' }}
            onChange={(next) => setLines(lines.map((one, nth) => (nth === at ? next : one)))}
            onRemove={() => setLines(lines.filter((_, nth) => nth !== at))}
          />
        ))}
      </ol>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="ghost" className="sm:mr-auto" disabled={isBusy} onClick={() => setLines(null)}>
          Back to the text
        </Button>
        <Button disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={isBusy}
          busyLabel="Adding..."
          disabled={groups.length === 0 || faults > 0}
          onClick={() => void onGroups(groups)}
        >
          Add {count(groups.length, 'group', 'groups')}
        </Button>
      </div>
      {faults > 0 && <p className="text-13 text-muted sm:text-end">Correct these lines or leave them out, then all are added.</p>}
    </div>
  )
}
