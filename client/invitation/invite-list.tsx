// Everyone on the list with what would become of them, or has; ten thousand rows stay as quick as ten.
import { Pencil, X } from 'lucide-react'
import { type FormEvent, memo, useEffect, useState } from 'react'
import { formatCount } from '#client/lib/format-count.ts'
import { PeopleList, PersonLine } from '#client/lib/people/people-list.tsx'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { emailSentence, mailboxOf } from '#protocol/kernel/texts.ts'
import { answerText } from '#protocol/seats/companions/counting.ts'
import { countFates, fateOf, isNew, type Row } from './rows.ts'
import type { InviteList as List } from './use-invite-list.ts'

const rowPx = 61

function toneOf({ status, isSent, hasFailed }: Row): BadgeTone {
  if (hasFailed) return 'warn'
  if (status === 'Invited') return isSent ? 'success' : 'accent'
  if (status === 'Invalid' || status === 'Not Invited') return 'warn'
  return 'neutral'
}

/** R162: how much of the file goes into the form of this person. */
const answersText = ({ answers }: Row) => (answers.length === 0 ? '' : answerText(answers.length))

type Typed = Pick<Row, 'name' | 'email'>
interface RowProps {
  row: Row
  isLocked: boolean
  /** What stands in the rows that are being mended, by key: of a long list a row leaves the page while it is out of sight. */
  typing: Map<number, Typed>
  onEdit: (key: number, part: Typed) => void
  onRemove: (key: number) => void
}

const InviteRow = memo((props: RowProps) => {
  const { row, isLocked, typing } = props
  const [isOpen, setOpen] = useState(() => (typing.has(row.key) ? true : undefined))
  const close = () => {
    typing.delete(row.key)
    setOpen(false)
  }
  if (isOpen && !isLocked) return <EditRow {...props} onDone={close} />
  // The focus goes back to the button, but not of a row that was never opened.
  return <ShownRow {...props} isDone={isOpen === false} onOpen={() => setOpen(true)} />
})
InviteRow.displayName = 'InviteRow'

/** A row is mended where it stands. */
function EditRow({ row, typing, onEdit, onDone }: RowProps & { onDone: () => void }) {
  const [before] = useState(() => typing.get(row.key))
  const [typed, setTyped] = useState<Typed>(before ?? { name: row.name, email: row.email })
  const type = (part: Partial<Typed>) => {
    const next = { ...typed, ...part }
    typing.set(row.key, next)
    setTyped(next)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    onEdit(row.key, { name: typed.name.trim(), email: typed.email.trim() })
    onDone()
  }
  const isInvalid = typed.email !== '' && mailboxOf(typed.email) === ''
  return (
    <form
      noValidate
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
      className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-start sm:px-5"
    >
      <Field label="Name" hideLabel className="min-w-0 flex-1">
        <TextInput
          autoFocus={!before}
          autoComplete="off"
          placeholder="Name"
          value={typed.name}
          onChange={(event) => type({ name: event.target.value })}
        />
      </Field>
      <Field label="Email" hideLabel error={isInvalid ? emailSentence : undefined} className="min-w-0 flex-1">
        <TextInput
          inputMode="email"
          autoComplete="off"
          placeholder="Email"
          value={typed.email}
          onChange={(event) => type({ email: event.target.value })}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit">Save</Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const ShownRow = ({ row, isLocked, isDone, onRemove, onOpen }: RowProps & { isDone: boolean; onOpen: () => void }) => (
  <PersonLine person={row} more={[row.roles.join(', '), answersText(row)].filter(Boolean).join(' · ')} message={row.message}>
    <Badge tone={toneOf(row)}>{fateOf(row)}</Badge>
    {!row.isSent && (
      <IconButton
        variant="ghost"
        label={`Edit ${row.name || row.email}`}
        autoFocus={isDone}
        icon={<Pencil aria-hidden="true" />}
        disabled={isLocked}
        onClick={onOpen}
      />
    )}
    <IconButton
      variant="ghost"
      label={`Take ${row.name || row.email} off the list`}
      icon={<X aria-hidden="true" />}
      disabled={isLocked}
      onClick={() => onRemove(row.key)}
    />
  </PersonLine>
)

/** In words how many there are of each. */
const summary = (rows: readonly Row[]) =>
  countFates(rows)
    .map(([fate, count]) => `${formatCount(count)} ${fate.toLowerCase()}`)
    .join(' · ')

export function InviteList({ list }: { list: List }) {
  const { rows, checking, isBusy, edit, remove, keepOnly, clear } = list
  const [typing] = useState(() => new Map<number, Typed>())
  // The next list counts its keys from one again.
  useEffect(() => {
    const keys = new Set(rows.map(({ key }) => key))
    for (const key of typing.keys()) if (!keys.has(key)) typing.delete(key)
  }, [rows, typing])
  const isMixed = rows.some((row) => !isNew(row) && row.status !== null) && rows.some(isNew)
  const actions = (
    <>
      {isMixed && (
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={keepOnly}>
          Keep only new people
        </Button>
      )}
      <Button size="sm" variant="ghost" disabled={isBusy} onClick={clear}>
        Clear list
      </Button>
    </>
  )
  return (
    <PeopleList
      title="List"
      label="People to invite"
      rows={rows}
      summary={summary(rows)}
      actions={actions}
      notice={
        checking.failure && (
          <Notice tone="danger" live action={<Button onClick={checking.retry}>Try again</Button>}>
            {checking.failure}
          </Notice>
        )
      }
      empty={{ title: 'The list is empty', text: 'Add people above. Before anything is sent, you see here who will be invited.' }}
      rowPx={rowPx}
      draw={(row) => <InviteRow row={row} isLocked={isBusy} typing={typing} onEdit={edit} onRemove={remove} />}
    />
  )
}
