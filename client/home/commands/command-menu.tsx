// A way to everywhere: type a part of a page's or an event's name, and press Enter.

import { Command } from 'cmdk'
import { CalendarPlus, CircleUser, Keyboard, LayoutDashboard, ServerCog, Ticket, Users, UsersRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { formatInstant } from '#client/lib/dates.ts'
import { useSession } from '#client/lib/session.ts'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { finderOf } from '#protocol/kernel/finding/names.ts'
import { searchLength } from '#protocol/kernel/limits.ts'
import { type EventCard, eventApi, everyEvent } from '#protocol/seats/event.ts'
import { matchesFilter } from '#protocol/seats/finding/events.ts'

interface MenuPage {
  label: string
  href: string
  icon: ReactNode
  /** Open to a login only (R30). */
  needsAccount?: boolean
  /** R114 */
  needsOperator?: boolean
}
const places: readonly MenuPage[] = [
  { label: 'Dashboard', href: '/dashboard', icon: <LayoutDashboard /> },
  { label: 'Create event', href: '/create', icon: <CalendarPlus /> },
  { label: 'Groups', href: '/dashboard?view=groups', icon: <UsersRound /> },
  { label: 'Create group', href: '/createGroup', icon: <UsersRound /> },
  { label: 'Members', href: '/dashboard?view=members', icon: <Users /> },
  { label: 'Profile', href: '/profile', icon: <CircleUser />, needsAccount: true },
  { label: 'Administration', href: '/admin', icon: <ServerCog />, needsOperator: true },
]
const keysItem = 'keys'
const maxEvents = 8
const typingMs = 200

type SearchState = { is: 'asked' } | { is: 'failed' } | { is: 'found'; events: readonly EventCard[] }

/** Gives one's events like `text`, as the server finds them. */
function useFound(text: string): SearchState {
  const [found, setFound] = useState<SearchState>({ is: 'asked' })
  useEffect(() => {
    let isOver = false
    const note = (next: SearchState) => isOver || setFound(next)
    const timer = setTimeout(() => {
      call(eventApi.mine, { search: text, limit: maxEvents }).then(
        ({ events }) => note({ is: 'found', events }),
        () => note({ is: 'failed' }),
      )
    }, typingMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])
  return found
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded px-3 data-[selected=true]:bg-fill [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted'
const groupClass =
  '**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-13 **:[[cmdk-group-heading]]:text-muted'

const Item = ({ icon, children, onSelect, value }: { icon: ReactNode; children: ReactNode; onSelect: () => void; value: string }) => (
  <Command.Item value={value} onSelect={onSelect} className={itemClass}>
    {icon}
    {children}
  </Command.Item>
)

/** Until the answer to the latest text is here, what was found before is shown as far as it fits. */
const fitting = (found: SearchState, search: string): SearchState =>
  found.is === 'found'
    ? {
        is: 'found',
        events: found.events.filter((card) => matchesFilter({ ...card, organizationId: null, isPast: false }, { ...everyEvent, search })),
      }
    : found

function FoundEvents({ found, onGo }: { found: SearchState; onGo: (href: string) => void }) {
  if (found.is === 'asked') return <Command.Loading className="px-3 py-2 text-13 text-muted">Searching events...</Command.Loading>
  if (found.is === 'failed') return <p className="px-3 py-2 text-13 text-danger">Failed to load events</p>
  if (found.events.length === 0) return null
  return (
    <Command.Group heading="Events" className={groupClass}>
      {found.events.map(({ _id, name, start, timeZone }) => (
        <Item key={_id} value={_id} icon={<Ticket aria-hidden="true" />} onSelect={() => onGo(`/event/${_id}`)}>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <Text as="span" size={13} tone="muted" className="tabular shrink-0">
            {formatInstant(start, timeZone)}
          </Text>
        </Item>
      ))}
    </Command.Group>
  )
}

interface CommandMenuProps {
  onClose: () => void
  onGo: (href: string) => void
  onKeys: () => void
}

export function CommandMenu({ onClose, onGo, onKeys }: CommandMenuProps) {
  const [text, setText] = useTyped('commands', '')
  const hasAccount = useSession((now) => now.token !== null)
  const isOperator = useSession((now) => now.user?.isOperator === true)
  const search = text.trim().slice(0, searchLength)
  const found = fitting(useFound(search), search)
  const isOpen = ({ needsAccount, needsOperator }: MenuPage) => (hasAccount || !needsAccount) && (isOperator || !needsOperator)
  const isLike = finderOf(text)
  const shown = places.filter((place) => isOpen(place) && isLike(place.label))
  const items = [...shown.map(({ href }) => href), ...(found.is === 'found' ? found.events.map(({ _id }) => _id) : []), keysItem]
  const [selected, setSelected] = useState('')
  // What is found comes later than it was asked for, and Enter takes the first unless another was chosen.
  const value = items.includes(selected) ? selected : items[0]
  const type = (next: string) => {
    setText(next)
    setSelected('')
  }
  return (
    <Dialog open onOpenChange={onClose} title="Search and go to" size="md">
      <Command shouldFilter={false} value={value} onValueChange={setSelected} label="Search and go to" className="flex flex-col gap-2">
        <Command.Input
          value={text}
          onValueChange={type}
          placeholder="Search events and pages"
          maxLength={searchLength}
          className="control"
        />
        <Command.List className="max-h-[50dvh] overflow-y-auto">
          {found.is === 'found' && <Command.Empty className="px-3 py-4 text-muted">No results</Command.Empty>}
          {shown.length > 0 && (
            <Command.Group heading="Pages" className={groupClass}>
              {shown.map(({ label, href, icon }) => (
                <Item key={href} value={href} icon={icon} onSelect={() => onGo(href)}>
                  {label}
                </Item>
              ))}
            </Command.Group>
          )}
          <FoundEvents found={found} onGo={onGo} />
          {isLike('Keyboard shortcuts') && (
            <Command.Group heading="Help" className={groupClass}>
              <Item value={keysItem} icon={<Keyboard />} onSelect={onKeys}>
                Keyboard shortcuts
              </Item>
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}
