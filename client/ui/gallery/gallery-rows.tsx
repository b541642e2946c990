// The gallery's rows, chips, plans and tables.
import { Ellipsis } from 'lucide-react'
import { Button, IconButton } from '../actions/button.tsx'
import { Kbd } from '../actions/kbd.tsx'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { Chip } from '../chip.tsx'
import { DateTile } from '../date-time.tsx'
import { Text } from '../layout/heading.tsx'
import { List, ListRow } from '../layout/list.tsx'
import { Table } from '../layout/table.tsx'
import { VirtualList } from '../layout/virtual-list.tsx'
import { People } from '../people.tsx'
import { PlanCard } from '../plan-card.tsx'

const fewKeys = [1, 2]
const somePeople = [
  'Ada Lovelace',
  'Grace Hopper',
  'Mary Jackson',
  'Hedy Lamarr',
  'Radia Perlman',
  'Joan Clarke',
  'Lise Meitner',
  'Ida Rhodes',
].map((name, nth) => ({ id: name, name, note: nth === 0 ? 'edits Speaker' : undefined }))

export const Rows = () => (
  <>
    <List label="Members">
      <ListRow
        title="Ada Lovelace"
        meta="a••@example.com"
        leading={<Avatar name="Ada Lovelace" />}
        trailing={<Badge tone="success">Invited</Badge>}
      />
      <ListRow
        title="Grace Hopper"
        meta="Answered 20 Nov 2026, 9:14 AM"
        leading={<Avatar name="Grace Hopper" />}
        trailing={<IconButton size="sm" label="Options for Grace Hopper" icon={<Ellipsis />} />}
      >
        <div className="flex flex-wrap gap-2">
          <Chip>Speaker</Chip>
          <Chip onRemove={() => undefined} removeLabel="Remove Host">
            Host
          </Chip>
        </div>
      </ListRow>
      <ListRow title="A row that is a link" meta="21 Nov 2026, 6:30 PM" href="/event/1" leading={<DateTile month="Nov" day="21" />} />
    </List>
    <People label="Also here" people={somePeople} />
    <People compact label="Here now" people={somePeople} />
    <VirtualList label="Few rows" keys={fewKeys} rowPx={44} row={(at) => <p className="px-5 py-2.5">Row {at + 1}</p>} />
    <div className="flex flex-wrap gap-2">
      <Chip pressed onPress={() => undefined}>
        Speaker
      </Chip>
      <Chip onPress={() => undefined}>Host</Chip>
      <Chip onPress={() => undefined} disabled>
        Guest
      </Chip>
      <Text as="span" size={13} tone="muted">
        Press <Kbd>Enter</Kbd> to add the next role.
      </Text>
    </div>
  </>
)

export const Money = () => (
  <>
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <PlanCard
        name="Free"
        price="$0"
        interval=" forever"
        features={['2 active events', '3 roles per event', 'Unlimited invitees']}
        action={<Button block>Current plan</Button>}
      />
      <PlanCard
        name="Pro"
        price="$12.99"
        interval="/month"
        features={['30 active events', '10 roles per event', 'Priority support']}
        badge={<Badge tone="ink">Popular</Badge>}
        action={
          <Button variant="primary" block>
            Choose Pro
          </Button>
        }
        isHighlighted
      />
    </div>
    <Table
      caption="Compare the plans"
      scrollHint="Swipe to compare"
      headLabel="Feature"
      columns={[
        { key: 'free', label: 'Free', align: 'center' },
        { key: 'pro', label: 'Pro', align: 'center', isHighlighted: true },
        { key: 'team', label: 'Team', align: 'center' },
      ]}
      rows={[
        { key: 'events', head: 'Active events', cells: { free: 2, pro: 30, team: 60 } },
        { key: 'roles', head: 'Roles per event', cells: { free: 3, pro: 10, team: 30 } },
        { key: 'org', head: 'Organizations', cells: { free: '–', pro: '–', team: 'Yes' } },
      ]}
    />
  </>
)
