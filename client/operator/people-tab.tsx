// Accounts: found by email, username or name; suspended, let in again, given a plan.
import { Ban, DoorOpen, Ellipsis, Gift, Images, Palette } from 'lucide-react'
import { type SyntheticEvent, useCallback, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import type { MenuItem } from '#client/ui/actions/menu-list.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { Table } from '#client/ui/layout/table.tsx'
import { type OperatorPerson, operatorApi } from '#protocol/app/operator.ts'
import { BrandDialog } from './brand-dialog.tsx'
import { listFailed, PagesList } from './pages-list.tsx'
import { PhotosDialog } from './photos-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

const dayOf = (instant: string) => formatDay(instant, viewerZone())

const planWords = { free: 'Free', pro: 'Pro', team: 'Team', enterprise: 'Enterprise' }

type Brand = NonNullable<OperatorPerson['brands']>[number]
type PersonAction = { person: OperatorPerson } & ({ what: 'plan' | 'suspension' | 'photos' } | { what: 'brand'; brand: Brand })

const nameOf = ({ name, username, email }: OperatorPerson) => name || username || email

function Who({ person }: { person: OperatorPerson }) {
  const name = nameOf(person)
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere">{name}</span>
        {person.isOperator && <Badge tone="ink">Operator</Badge>}
        {!person.verified && <Badge tone="outline">Not verified</Badge>}
        {person.suspendedAt && <Badge tone="danger">Suspended</Badge>}
      </span>
      {name !== person.email && <span className="text-13 font-normal wrap-anywhere text-muted">{person.email}</span>}
    </div>
  )
}

/** What the plan comes from, where it isn't the free one; of two the other is named. */
function planSource({ tier, given, subscription }: OperatorPerson): string {
  const nameOther = (plan: OperatorPerson['tier']) => (plan === tier ? '' : ` ${planWords[plan]}`)
  const parts = [
    ...(subscription ? [`Paid${nameOther(subscription.plan)}`] : []),
    ...(given.plan === 'free' ? [] : [`Given${nameOther(given.plan)}${given.until ? ` until ${dayOf(given.until)}` : ''}`]),
  ]
  return parts.join(' · ')
}

const Plan = ({ person }: { person: OperatorPerson }) => (
  <div className="flex flex-col items-start gap-1 max-sm:pl-3">
    <Badge tone={person.tier === 'free' ? 'neutral' : 'accent'}>{planWords[person.tier]}</Badge>
    {planSource(person) && <span className="text-13 text-muted">{planSource(person)}</span>}
    {(person.brands ?? []).map(({ name }) => (
      <span key={name} className="text-13 wrap-anywhere text-muted">{`Brand “${name}”`}</span>
    ))}
  </div>
)

function Options({ person, onAsk }: { person: OperatorPerson; onAsk: (asked: PersonAction) => void }) {
  const suspension: MenuItem = person.suspendedAt
    ? { label: 'Lift the suspension', icon: <DoorOpen aria-hidden="true" />, onSelect: () => onAsk({ person, what: 'suspension' }) }
    : {
        label: 'Suspend',
        icon: <Ban aria-hidden="true" />,
        tone: 'danger',
        disabled: person.isOperator,
        onSelect: () => onAsk({ person, what: 'suspension' }),
        ...(person.isOperator && { hint: 'Operators can’t be suspended' }),
      }
  const items: MenuItem[] = [
    { label: 'Give a plan', icon: <Gift aria-hidden="true" />, onSelect: () => onAsk({ person, what: 'plan' }) },
    ...(person.brands ?? []).map(
      (brand): MenuItem => ({
        label: `Take off the brand “${brand.name}”`,
        icon: <Palette aria-hidden="true" />,
        onSelect: () => onAsk({ person, what: 'brand', brand }),
      }),
    ),
    { label: 'Photos', icon: <Images aria-hidden="true" />, onSelect: () => onAsk({ person, what: 'photos' }) },
    suspension,
  ]
  return <Menu trigger={<IconButton label={`Options for ${nameOf(person)}`} icon={<Ellipsis />} />} items={items} />
}

const columns = [
  { key: 'plan', label: <span className="max-sm:pl-3">Plan</span> },
  { key: 'since', label: 'Since' },
  { key: 'options', label: <span className="sr-only">Options</span>, align: 'end' },
] as const

const PeopleTable = ({ people, onAsk }: { people: readonly OperatorPerson[]; onAsk: (asked: PersonAction) => void }) => (
  <Table
    caption="People"
    headLabel="Name"
    columns={columns}
    stacked
    rows={people.map((person) => ({
      key: person._id,
      head: <Who person={person} />,
      cells: { plan: <Plan person={person} />, since: dayOf(person.createdAt), options: <Options person={person} onAsk={onAsk} /> },
    }))}
  />
)

export function PeopleTab({ onChange }: { onChange: () => void }) {
  const [typed, setTyped] = useState('')
  const [find, setFind] = useState('')
  /** How many are shown of those who were found; 0 where that is all. */
  const [cutAt, setCutAt] = useState(0)
  const [asked, setAsked] = useState<PersonAction | null>(null)
  const load = useCallback(
    async (cursor: string | undefined) => {
      const page = await call(operatorApi.people, { ...(find && { find }), cursor })
      setCutAt(page.hasMore ? page.people.length : 0)
      return { rows: page.people, nextCursor: page.cursor }
    },
    [find],
  )
  const pages = usePages<OperatorPerson>(load, listFailed)
  const search = (event: SyntheticEvent) => {
    event.preventDefault()
    setFind(typed.trim())
  }
  const done = (person: OperatorPerson) => {
    pages.edit((rows) => rows.map((one) => (one._id === person._id ? person : one)))
    onChange()
  }
  return (
    <Section title="People" description="Everyone with an account, the newest first. Guests without an account are not here.">
      <search>
        <form onSubmit={search} className="flex flex-wrap gap-2">
          <SearchInput
            aria-label="Find people by email, username or name"
            placeholder="Email, username or name"
            maxLength={254}
            className="min-w-0 flex-1 basis-60"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              if (event.target.value === '') setFind('')
            }}
          />
          <Button type="submit">Find</Button>
        </form>
      </search>
      <PagesList
        pages={pages}
        empty={{ title: 'No one found', text: 'People are found by how the words of their name, username or email begin, in any order.' }}
      >
        {(people) => <PeopleTable people={people} onAsk={setAsked} />}
      </PagesList>
      <div role="status">{cutAt > 0 && <Text tone="muted">{`Showing the first ${cutAt}. Type more to narrow it.`}</Text>}</div>
      {asked?.what === 'plan' && <PlanDialog person={asked.person} onClose={() => setAsked(null)} onDone={done} />}
      {asked?.what === 'photos' && (
        <PhotosDialog
          person={asked.person}
          onClose={() => setAsked(null)}
          onDone={(person) => {
            done(person)
            setAsked({ person, what: 'photos' })
          }}
        />
      )}
      {asked?.what === 'brand' && <BrandDialog person={asked.person} brand={asked.brand} onClose={() => setAsked(null)} onDone={done} />}
      {asked?.what === 'suspension' && <SuspendDialog person={asked.person} onClose={() => setAsked(null)} onDone={done} />}
    </Section>
  )
}
