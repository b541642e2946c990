// Many roles on a phone, in reach of a thumb: searched, those with seats first. A press on one takes it and leads on; there is no second button for it (R124d, R242).
import { Check, Lock } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { editDraft } from '#client/rsvp/answer/draft.ts'
import { sheet } from '#client/rsvp/answer/form-parts.ts'
import { type Filled, isSingleRole, seatsLeft } from '#client/rsvp/answer/form-state.ts'
import { type RoleSeats, shortSentence, standsAs } from '#client/rsvp/answer/seats.ts'
import { takeRole, waitForRole } from '#client/rsvp/answer/take.ts'
import { rolesFound, useFullLast } from '#client/rsvp/answer/use-fold.ts'
import { warnFull } from '#client/rsvp/answer/warn-full.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { cx } from '#client/ui/cx.ts'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'

/** From here on the list in the page is in reach. */
const phonePx = 768

interface RowProps {
  role: RoleSeats
  isSingle: boolean
  /** It has the focus first: the search would bring up the keyboard. */
  isFirst: boolean
  onTake: () => void
  /** R89: it is waited for. */
  isWaiting: boolean
  /** Joins its waitlist, or leaves it; absent where there is none. */
  onWait: (() => void) | undefined
}

function Row({ role, isSingle, isFirst, isWaiting, onTake, onWait }: RowProps) {
  const id = useId()
  const isShut = role.isFull && !role.isChosen
  return (
    <li className="flex items-center gap-2 border-t border-line">
      <button
        type="button"
        data-first={isFirst || undefined}
        aria-pressed={role.isChosen}
        aria-disabled={isShut || undefined}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-left`}
        onClick={onTake}
        className="flex min-h-13 min-w-0 scroll-mt-20 grow items-center gap-3 rounded px-1 py-1.5 text-left -outline-offset-2"
      >
        <span
          aria-hidden="true"
          className={cx(
            'flex size-5.5 shrink-0 items-center justify-center border',
            isSingle ? 'rounded-full' : 'rounded-sm',
            role.isChosen ? 'border-ink bg-ink text-on-ink' : isShut ? 'border-line-strong bg-fill text-muted' : 'border-edge bg-raised',
          )}
        >
          {role.isChosen ? <Check strokeWidth={3} className="size-3.5" /> : isShut && <Lock className="size-3" />}
        </span>
        <span id={`${id}-name`} dir="auto" className={cx('line-clamp-2 min-w-0 grow font-medium wrap-anywhere', isShut && 'text-muted')}>
          {role.name}
        </span>
        <span id={`${id}-left`} className="tabular shrink-0 text-13 text-muted first-letter:uppercase">
          {isWaiting ? 'On the waitlist' : standsAs(role)}
        </span>
      </button>
      {isShut && onWait && (
        <Button size="sm" onClick={onWait}>
          {isWaiting ? 'Leave the waitlist' : 'Join the waitlist'}
        </Button>
      )}
    </li>
  )
}

interface RoleSheetProps {
  form: FormView
  filled: Filled
  /** Somebody has just chosen: leads on. */
  onTaken: () => void
}

export function RoleSheet({ form, filled, onTaken }: RoleSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const [sought, seek] = useState('')
  const [topId, setTop] = useState<string>()
  const isLed = useRef(false)
  const { ordered } = useFullLast(filled)
  // In the very step that draws it: the press that did so opens it.
  useLayoutEffect(() => {
    sheet.open = (id) => {
      // In the page most of many roles are folded: one of them is shown here on every screen.
      if (id === undefined && window.innerWidth >= phonePx) return false
      isLed.current = false
      setTop(id)
      if (id !== undefined) seek('')
      setOpen(true)
      return true
    }
    return () => {
      sheet.open = undefined
    }
  }, [])
  const leadOn = () => {
    isLed.current = true
    seek('')
    setOpen(false)
  }
  const take = (role: RoleSeats) => {
    if (role.isFull && !role.isChosen) return warnFull(shortSentence(role))
    takeRole(form, filled, role._id, !role.isChosen)
    if (!role.isChosen) leadOn()
  }
  const isWaiting = ({ name }: RoleSeats) => filled.waits.includes(name)
  const wait = (role: RoleSeats) => {
    waitForRole(filled, role, !isWaiting(role))
    if (!isWaiting(role)) leadOn()
  }
  const comeWithout = () => {
    editDraft({ roleIds: [], attending: true })
    leadOn()
  }
  const nextFocus = () => {
    if (!isLed.current) return null
    onTaken()
    return document.activeElement instanceof HTMLInputElement ? document.activeElement : null
  }
  const left = seatsLeft(filled)
  const isTop = ({ _id }: RoleSeats) => _id === topId
  const found = rolesFound([...ordered.filter(isTop), ...ordered.filter((role) => !isTop(role))], sought)
  const find = `Find one of ${ordered.length} roles`
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      nextFocus={nextFocus}
      title={left > 0 ? `Take a seat, ${left} left` : 'All seats are taken'}
      footer={
        <Button size="lg" block onClick={comeWithout}>
          {filled.waits.length > 0 ? 'Come without a role, and stay on the waitlist' : 'Come without a role'}
        </Button>
      }
    >
      <div className="sticky top-0 z-1 low:static -mt-4 bg-raised pt-4 pb-3">
        <SearchInput aria-label={find} placeholder={find} value={sought} onChange={({ target }) => seek(target.value)} />
      </div>
      <ul aria-label="Roles" className="-mb-4">
        {found.map((role, at) => (
          <Row
            key={role._id}
            role={role}
            isSingle={isSingleRole(form)}
            isFirst={at === 0}
            onTake={() => take(role)}
            isWaiting={isWaiting(role)}
            onWait={form.waitlist && !role.isOffered ? () => wait(role) : undefined}
          />
        ))}
      </ul>
      <div role="status">{found.length === 0 && <Text tone="muted">No role is called “{sought}”.</Text>}</div>
    </Dialog>
  )
}
