// The list of people that is being made, to be invited or to become members: however long it is.
import { type ReactNode, useMemo } from 'react'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { VirtualList } from '#client/ui/layout/virtual-list.tsx'

interface Person {
  readonly key: number
  readonly name: string
  readonly email: string
}

interface LineProps {
  person: Pick<Person, 'name' | 'email'>
  /** What else is known, beside the email. */
  more: string
  /** What is said of them, under their name. */
  message?: string
  /** What became of them, and what can be done. */
  children: ReactNode
}

export const PersonLine = ({ person: { name, email }, more, message, children }: LineProps) => (
  <div className="px-4 py-2 sm:px-5">
    <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-3">
      <div className="min-w-0 flex-1 basis-36">
        <Text className="truncate font-medium">{name || email}</Text>
        <Text size={13} tone="muted" className="truncate">
          {[name && email, more].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className="flex items-center gap-3">{children}</div>
    </div>
    <RowMessage>{message}</RowMessage>
  </div>
)

/** What the server said of one person; nothing where it said nothing. */
export const RowMessage = ({ children }: { children: string | undefined }) =>
  children ? (
    <Text size={13} tone="warn">
      {children}
    </Text>
  ) : null

interface ListProps<Row extends Person> {
  title: string
  /** Names the list itself. */
  label: string
  rows: readonly Row[]
  /** How many there are of each; read out when it changes. */
  summary: string
  actions?: ReactNode
  /** Stands above the rows, e.g. why they could not be checked. */
  notice?: ReactNode
  empty: { title: string; text: string }
  /** About how high a row is (CSS pixels). */
  rowPx: number
  draw: (row: Row, index: number) => ReactNode
}

export function PeopleList<Row extends Person>({ title, label, rows, summary, actions, notice, empty, rowPx, draw }: ListProps<Row>) {
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const said = (
    <span aria-live="polite" className="tabular">
      {summary}
    </span>
  )
  return (
    <Section title={title} description={rows.length > 0 ? said : undefined} actions={rows.length > 0 && actions}>
      {notice}
      {rows.length === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <VirtualList
          label={label}
          keys={keys}
          rowPx={rowPx}
          row={(index) => {
            const row = rows[index]
            return row && draw(row, index)
          }}
        />
      )}
    </Section>
  )
}
