// What makes the seats of the cover ones to take: by tap and mouse on the drawing, by keyboard and screen reader in a list of the same roles.
import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { editDraft } from '#client/rsvp/answer/draft.ts'
import type { Filled } from '#client/rsvp/answer/form-state.ts'
import { type RoleSeats, shortSentence, standsAs } from '#client/rsvp/answer/seats.ts'
import { takeRole } from '#client/rsvp/answer/take.ts'
import { warnFull } from '#client/rsvp/answer/warn-full.ts'
import { goToRole } from '#client/rsvp/sheet/go-to-roles.ts'
import { cx } from '#client/ui/cx.ts'
import { boxOf } from '#client/ui/seats/seat-plan.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { RoleList } from './role-list.tsx'
import { type CoverPlan, planOf, seatAt } from './seat-at.ts'

interface CoverSeatsProps {
  form: FormView
  filled: Filled
  /** The ids of the roles that are chosen, and of those that are had. */
  mine: readonly string[]
  held: readonly string[]
  picked: Readonly<Record<string, string>>
  cover: RefObject<HTMLDivElement | null>
  /** This seat of a role is to be the viewer's. */
  onPick: (id: string, key: string) => void
}

/** Listens on the drawing itself, whose seats are far smaller than a finger: the nearest seat counts. */
function usePointer(
  cover: RefObject<HTMLDivElement | null>,
  plan: CoverPlan,
  onTap: (at: number) => void,
  onOver: (at: number | null) => void,
) {
  useEffect(() => {
    const box = cover.current
    if (!box) return
    const over = (event: PointerEvent) => event.pointerType === 'mouse' && onOver(seatAt(plan, box, event))
    const tap = (event: MouseEvent) => {
      const at = seatAt(plan, box, event)
      if (at !== null) onTap(at)
    }
    const leave = () => onOver(null)
    box.addEventListener('pointermove', over)
    box.addEventListener('pointerleave', leave)
    box.addEventListener('click', tap)
    return () => {
      box.removeEventListener('pointermove', over)
      box.removeEventListener('pointerleave', leave)
      box.removeEventListener('click', tap)
    }
  }, [cover, plan, onTap, onOver])
}

const sayOf = (role: RoleSeats) => (role.isChosen && !role.isFull ? `Your seat: ${role.name}` : `${role.name}, ${standsAs(role)}`)

/** Beyond that seats are too small for a finger, and from some hundreds on one that is drawn stands for several: a tap means the role, in the list (R124c). */
const mostTapped = 60

/** What the cover says while none of its seats is meant: which are one's own, else what can be done; '' where nothing can. */
function hintOf({ seats, attending }: Filled, isCrowded: boolean): string {
  const own = seats.filter((role) => role.isChosen && !role.isFull)
  const [first] = own
  if (first) return own.length === 1 ? sayOf(first) : `${own.length} seats are yours`
  return attending !== false && seats.some(({ left }) => left > 0) ? `Choose a seat to ${isCrowded ? 'see its role' : 'take it'}` : ''
}

export function CoverSeats({ form, filled, mine, held, picked, cover, onPick }: CoverSeatsProps) {
  const [lit, light] = useState<string | null>(null)
  const plan = planOf(form, mine, held, picked)
  const isCrowded = plan.seats.length > mostTapped
  const roleAt = (at: number) => {
    const id = plan.sections[plan.seats[at]?.section ?? -1]?._id
    return filled.seats.find((role) => role._id === id)
  }
  const take = (role: RoleSeats, isTaken: boolean) => {
    if (isTaken && role.isFull) return warnFull(shortSentence(role))
    takeRole(form, filled, role._id, isTaken)
  }
  const tap = (at: number) => {
    const [role, seat] = [roleAt(at), plan.seats[at]]
    if (!role || !seat) return
    light(role._id)
    if (isCrowded) {
      // Whoever picks a seat comes; the list is there once that is said.
      flushSync(() => editDraft({ attending: true }))
      return goToRole(role._id)
    }
    if (seat.state === 'mine' || seat.state === 'chosen') return take(role, false)
    if (seat.state === 'free') onPick(role._id, seat.place.key)
    if (!role.isChosen) take(role, true)
  }
  usePointer(cover, plan, tap, (at) => light(at === null ? null : (roleAt(at)?._id ?? null)))
  const shown = filled.seats.find((role) => role._id === lit)
  const says = shown ? sayOf(shown) : hintOf(filled, isCrowded)
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={boxOf(plan.layout)}
        className={cx(
          'pointer-events-none absolute mx-auto',
          form.event?.photo
            ? 'inset-x-2.5 bottom-2.5 h-17 max-w-[calc(100%-1.25rem)] sm:h-21'
            : 'inset-x-5 top-5 h-34 max-w-[calc(100%-2.5rem)] sm:inset-x-6 sm:top-6 sm:h-40',
        )}
      >
        {plan.seats
          .filter(({ section }) => plan.sections[section]?._id === lit)
          .map(({ place }) => (
            <circle key={place.key} cx={place.x} cy={place.y} r="7.5" fill="none" strokeWidth="1.5" className="stroke-(--cover-ink)" />
          ))}
      </svg>
      {says && (
        <p
          aria-hidden="true"
          className={cx(
            'pointer-events-none absolute inset-x-0 flex justify-center px-3 text-13',
            form.event?.photo ? 'bottom-24 sm:bottom-28' : 'bottom-1.5',
          )}
        >
          <span dir="auto" className="max-w-full truncate rounded-full bg-surface px-3 text-ink shadow-card">
            {says}
          </span>
        </p>
      )}
      <RoleList roles={filled.seats} isSingle={form.event?.singleRoleOnly === true} onLight={light} onTake={take} />
    </>
  )
}
