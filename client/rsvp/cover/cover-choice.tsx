// The cover of an invitation that can be answered: its seats can be taken (R124). What makes them so comes after the first paint.
import { useRef, useState } from 'react'
import { loadPart } from '#client/lib/load-page.tsx'
import { isSelfSelect, useFilled } from '#client/rsvp/answer/form-state.ts'
import { EventCover } from '#client/rsvp/event-cover.tsx'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'

const CoverSeats = loadPart(() => import('./cover-seats.tsx'), 'CoverSeats', { missing: () => null })

export function CoverChoice({ form }: { form: FormView }) {
  const filled = useFilled(form)
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({})
  const box = useRef<HTMLDivElement>(null)
  const idsOf = (which: 'isChosen' | 'isHeld') => filled.seats.filter((role) => role[which]).map((role) => role._id)
  const held = idsOf('isHeld')
  const mine = filled.attending === false ? [] : idsOf('isChosen')
  const canTake = useHydrated() && form.status === 'open' && !form.shut && isSelfSelect(form) && filled.seats.length > 0
  return (
    <div className="relative">
      <EventCover ref={box} className={`rounded-none! ${canTake ? 'cover-tap' : ''}`} form={form} mine={mine} held={held} picked={picked} />
      {canTake && (
        <CoverSeats
          form={form}
          filled={filled}
          mine={mine}
          held={held}
          picked={picked}
          cover={box}
          onPick={(id, key) => setPicked({ ...picked, [id]: key })}
        />
      )}
    </div>
  )
}
