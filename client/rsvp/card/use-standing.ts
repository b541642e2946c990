// How the reader of an invitation stands with it, followed live and by the clock (R123).
import { useEffect, useMemo, useReducer } from 'react'
import { useClockOffset } from '#client/lib/event/use-now.ts'
import { serverNow } from '#client/lib/now.ts'
import { type OwnAnswer, useOwn } from '#client/rsvp/own-answer.ts'
import { usePlaces } from '#client/waitlist/lines.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type Standing, type StandingFacts, standingOf } from '#protocol/seats/standing/standing.ts'

export interface Stands extends OwnAnswer, Standing {
  /** What it follows from, and as of when (milliseconds). */
  readonly facts: StandingFacts
  readonly now: number
}

/** What the card and its parts are drawn from. */
export interface StateCardProps {
  form: FormView
  stands: Stands
}

/** Where guests pick: the roles with a seat that isn't for somebody in line. */
const freeIn = ({ event, shut, roleCoverage }: FormView) =>
  shut || event?.enableRoleSelfSelect === false
    ? []
    : roleCoverage.flatMap(({ name, count, total, waiting = 0 }) => (count < total && waiting === 0 ? [{ name, left: total - count }] : []))

/** What the rule is told. R54: a yes is confirmed for the start that it was given for. */
export function factsOf(
  form: FormView,
  { saved, guest }: { saved: OwnAnswer['saved']; guest: Pick<OwnAnswer['guest'], 'removed'> },
): StandingFacts {
  const { status, event, showConfirmation } = form
  const answer = saved && { ...saved, confirmed: saved.confirmed && saved.start === (event?.start ?? null) }
  return { status, end: event?.end ?? null, showConfirmation, answer, removed: guest.removed ?? undefined, free: freeIn(form) }
}

/** No timer runs longer than this. */
const longestWait = 86_400_000
const noPlaces: NonNullable<NonNullable<OwnAnswer['saved']>['waiting']> = []

export function useStanding(form: FormView): Stands {
  const { guest, saved } = useOwn(form)
  const waiting = usePlaces(form._id, saved?.waiting ?? noPlaces)
  const [, look] = useReducer((count: number) => count + 1, 0)
  const facts = useMemo(() => {
    const placed = saved && waiting.length > 0 ? { ...saved, waiting } : saved
    return factsOf(form, { guest, saved: placed })
  }, [form, guest, saved, waiting])
  const offset = useClockOffset()
  const now = serverNow()
  const standing = standingOf(facts, now)
  const { until } = standing
  useEffect(() => {
    const wait = until === null ? Infinity : Date.parse(until) - serverNow()
    if (wait > longestWait) return
    const timer = setTimeout(look, Math.max(0, wait) + 50)
    return () => clearTimeout(timer)
  }, [until, offset])
  return { guest, saved, ...standing, facts, now }
}
