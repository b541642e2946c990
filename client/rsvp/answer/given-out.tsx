// The roles where organizers give them out: they can be looked up, below the answer (R10, R11, R125). It comes for such events alone.
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import type { Filled } from './form-state.ts'
import { RoleCard } from './role-card.tsx'

export const GivenOut = ({ form, filled }: { form: FormView; filled: Filled }) => (
  <Disclosure summary="See the roles">
    <section aria-label="Selection Disabled" className="flex flex-col gap-3">
      <Text tone="muted">
        <b className="font-semibold">Selection Disabled</b>: {form.event?.organizer || 'the organizer'} gives out the roles.
      </Text>
      <ul className="flex flex-col gap-2.5">
        {filled.seats.map((role) => (
          <RoleCard key={role._id} role={role} isSingle={false} isLocked onChoose={() => {}} />
        ))}
      </ul>
    </section>
  </Disclosure>
)
