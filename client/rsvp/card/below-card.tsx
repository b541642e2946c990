// What stands under the card: what the event is about, how its seats fill up, and what is the guest's own (R86, R123).
import { Suspense } from 'react'
import { useFilled } from '#client/rsvp/answer/form-state.ts'
import { CoverageSoFar } from '#client/rsvp/coverage-so-far.tsx'
import { Description } from '#client/rsvp/event-glance.tsx'
import { useGuest } from '#client/rsvp/guest.ts'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { yourData } from './lazy-parts.ts'
import type { StateCardProps } from './use-standing.ts'

export function BelowCard({ form, stands }: StateCardProps) {
  const filled = useFilled(form)
  const { isKnown, removed } = useGuest()
  const isHydrated = useHydrated()
  const { saved } = stands
  const description = form.event?.description || form.description
  return (
    <Card padding="none" className="divide-y divide-line px-4.5 *:py-1 empty:hidden md:px-7 [&_details]:pb-1">
      {description && (
        <Disclosure summary="About this event" open>
          <Description text={description} />
        </Disclosure>
      )}
      {form.displayRSVPToAll && form.roleCoverage.length > 0 && (
        <Disclosure summary={form.status === 'open' ? 'How the seats fill up' : 'How the seats filled up'}>
          <CoverageSoFar form={form} filled={filled} />
        </Disclosure>
      )}
      {(saved ?? removed) && (
        <Disclosure summary="Your data">
          <Suspense>{isHydrated && isKnown && <yourData.Component form={form} saved={saved} />}</Suspense>
        </Disclosure>
      )}
    </Card>
  )
}
