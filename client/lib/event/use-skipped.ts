// A time that does not exist, in the night in which clocks are put forward: the form says so and moves it, visibly (R135).
import { useEffect, useState } from 'react'
import { formatTime } from '#client/lib/dates.ts'
import { shownInstead } from '#protocol/kernel/time/clocks.ts'

const timeOf = (text: string) => formatTime(`${text}Z`, 'UTC')

/** Gives the sentence to show, if any, and `settle`, which moves the time once it is typed to its end. */
export function useSkipped(text: string, zone: string, onMoved: (text: string) => void) {
  const [moved, setMoved] = useState<{ readonly from: string; readonly to: string } | null>(null)
  const instead = shownInstead(text, zone)
  const settle = () => {
    if (!instead) return
    setMoved({ from: text, to: instead })
    onMoved(instead)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another zone skips other times; while one types, nothing moves
  useEffect(settle, [zone])
  const skipped = moved?.to === text ? moved : instead ? { from: text, to: instead } : null
  return { settle, said: skipped && `That night the clock skips ${timeOf(skipped.from)}: it is ${timeOf(skipped.to)} instead.` }
}
