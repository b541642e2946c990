// The roles with their seats, from the first paint and moving while one looks (R82): whoever takes one is asked for their email next.
import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { givenOut, waitOptions } from '#client/rsvp/lazy-parts.ts'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { areParties } from '#protocol/seats/companions/counting.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { editDraft, useDraft } from './draft.ts'
import { isPointer, rolesPlace } from './form-parts.ts'
import { type Filled, isSelfSelect, isShutOut, isSingleRole } from './form-state.ts'
import { RoleCard } from './role-card.tsx'
import type { RoleSeats } from './seats.ts'
import { takeRole, waitForRole } from './take.ts'
import { useFold, useFullLast } from './use-fold.ts'

interface RolesPartProps {
  form: FormView
  filled: Filled
  /** Somebody has just taken a role. */
  onTaken: () => void
}

/** What a tap on a role does to the answer; a no has no role in sight (R124). */
function RoleChoice({ form, filled, onTaken }: RolesPartProps) {
  const isHydrated = useHydrated()
  const { draft } = useDraft()
  const isSingle = isSingleRole(form)
  const isLocked = form.status !== 'open'
  const { ordered, fullIds } = useFullLast(filled)
  const fold = useFold(ordered, (role) => filled.waits.includes(role.name))
  const chosen = filled.seats.filter((role) => role.isChosen).map((role) => role._id)
  const choose = (id: string, isChosen: boolean, event: Event) => {
    // On the way to the email it has to stand there already.
    flushSync(() => takeRole(form, filled, id, isChosen))
    if (isChosen && isPointer(event)) onTaken()
  }
  const placeOf = (role: RoleSeats) => ({
    before: form.roleCoverage.find((one) => one._id === role._id)?.waiting ?? 0,
    position: filled.saved?.waiting?.find((one) => one.role === role.name)?.position,
    isOn: filled.waits.includes(role.name),
    isOfParties: areParties(form),
    onWait: (isOn: boolean) => waitForRole(filled, role, isOn),
  })
  return (
    <FieldGroup label="Roles" hideLabel>
      {fold.isLong && (
        <SearchInput
          aria-label="Find a role"
          placeholder="Find a role"
          className="mb-1.5"
          value={fold.sought}
          onChange={({ target }) => fold.seek(target.value)}
        />
      )}
      <ul className="flex flex-col gap-2.5">
        {fold.found.map((role) => (
          <RoleCard
            key={role._id}
            role={role}
            isSingle={isSingle}
            isLocked={isLocked || (form.shut !== undefined && !role.isHeld)}
            isFolded={fullIds.includes(role._id)}
            isOutOfSight={!fold.isInSight(role)}
            waiting={form.waitlist && !isLocked && !form.shut ? placeOf(role) : undefined}
            onChoose={(isChosen, event) => choose(role._id, isChosen, event)}
          />
        ))}
        {fold.isFolded && (
          <li className="noscript:hidden">
            <Button block onClick={fold.unfold}>
              Show all {ordered.length} roles
            </Button>
          </li>
        )}
        {!isLocked && !isShutOut(form, filled) && (
          <li>
            <ChoiceCard
              type={isSingle ? 'radio' : 'checkbox'}
              name={isSingle ? 'role' : undefined}
              autoComplete="off"
              title="Come without a role"
              checked={filled.comesWithout && filled.attending === true}
              onValue={(isOn) => editDraft({ roleIds: isOn ? [] : undefined, ...(isOn && { attending: true, waitFor: [] }) })}
            />
          </li>
        )}
      </ul>
      {fold.found.length === 0 && <Text tone="muted">No role is called “{fold.sought}”.</Text>}
      {isHydrated && filled.waits.length > 0 && (
        <Suspense>
          <waitOptions.Component
            waitFor={filled.waits}
            keepWaiting={draft.keepWaiting ?? false}
            replaceRole={draft.replaceRole ?? false}
            mayReplace={isSingle && chosen.length > 0}
            onChange={(waits) => editDraft({ ...waits, attending: true })}
          />
        </Suspense>
      )}
    </FieldGroup>
  )
}

export function RolesPart({ form, filled, onTaken }: RolesPartProps) {
  if (form.roles.length === 0) return null
  if (!isSelfSelect(form))
    return (
      <Suspense>
        <givenOut.Component form={form} filled={filled} />
      </Suspense>
    )
  if (filled.attending === false) return null
  const lead = isSingleRole(form) || form.roles.length === 1 ? 'Take a seat' : 'Take one or more'
  const hasSeats = filled.seats.some((role) => role.left > 0 || role.isHeld)
  return (
    <section id={rolesPlace} aria-labelledby="roles-title" className="flex scroll-mt-4 flex-col gap-3">
      <Heading level={2} size={20} id="roles-title">
        Roles
      </Heading>
      {form.status === 'open' && !form.shut && hasSeats && <Text tone="muted">{lead}, or come without one.</Text>}
      <RoleChoice form={form} filled={filled} onTaken={onTaken} />
    </section>
  )
}
