// The seats of the cover as a list: one stop for the keyboard, and all that a screen reader hears of the drawing. It opens and scrolls nothing, so it is our own (decision 0152).
import { type KeyboardEvent, useId, useState } from 'react'
import { type RoleSeats, standsAs } from '#client/rsvp/answer/seats.ts'

interface RoleListProps {
  roles: readonly RoleSeats[]
  isSingle: boolean
  /** Shows the role on the drawing; null is none. */
  onLight: (id: string | null) => void
  onTake: (role: RoleSeats, isTaken: boolean) => void
}

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

export function RoleList({ roles, isSingle, onLight, onTake }: RoleListProps) {
  const id = useId()
  const [at, goTo] = useState(0)
  const active = roles[Math.min(at, roles.length - 1)]
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!active || (!move && event.key !== ' ' && event.key !== 'Enter')) return
    event.preventDefault()
    if (!move) return onTake(active, !active.isChosen)
    const next = move(roles.indexOf(active), roles.length - 1)
    goTo(next)
    onLight(roles[next]?._id ?? null)
  }
  return (
    <div
      role="listbox"
      aria-label="Seats on the picture: choose one to take it"
      aria-multiselectable={!isSingle}
      aria-activedescendant={active && `${id}-${active._id}`}
      tabIndex={0}
      onKeyDown={press}
      onFocus={() => onLight(active?._id ?? null)}
      onBlur={() => onLight(null)}
      className="pointer-events-none absolute inset-0 overflow-hidden rounded-lg -outline-offset-4"
    >
      {roles.map((role) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys; a screen reader presses the option
        <div
          key={role._id}
          id={`${id}-${role._id}`}
          role="option"
          tabIndex={-1}
          aria-selected={role.isChosen}
          aria-disabled={(role.isFull && !role.isChosen) || undefined}
          onClick={() => onTake(role, !role.isChosen)}
          className="sr-only"
        >
          {role.name}, {standsAs(role)}
        </div>
      ))}
    </div>
  )
}
