// The third step: the roles with their seats, moving while one looks.
import { Suspense, useState } from 'react'
import { waiting } from '#client/rsvp/later.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { roleKey } from '#protocol/fields.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { editDraft, useDraft } from './draft.ts'
import { type Filled, isSelfSelect, isSingleRole } from './filled.ts'
import { RoleCard } from './role-card.tsx'
import { useSeatNews } from './seat-news.ts'

/** From here on a list is too long to take in at a glance. */
const manyRoles = 12

interface RolesStepProps {
  form: FormView
  filled: Filled
  isLocked: boolean
}

/** Draws the roles; with self-selection off they are shown, not chosen (R11). */
export function RolesStep({ form, filled, isLocked }: RolesStepProps) {
  const [sought, setSought] = useState('')
  const { draft } = useDraft()
  const isSingle = isSingleRole(form)
  const isAssigned = !isSelfSelect(form)
  useSeatNews(filled.seats)
  const chosen = filled.seats.filter((role) => role.isChosen).map((role) => role._id)
  const choose = (id: string, isChosen: boolean) =>
    editDraft({ roleIds: isChosen ? [...(isSingle ? [] : chosen), id] : chosen.filter((one) => one !== id) })
  const shown = filled.seats.filter((role) => roleKey(role.name).includes(roleKey(sought)))
  return (
    <div className="flex flex-col gap-3">
      {isAssigned ? (
        <Notice title="Selection Disabled">The organizer assigns the roles of this event.</Notice>
      ) : (
        !isLocked && (
          <Text tone="muted">
            {isSingle ? 'Choose one role' : 'Choose one or more'}, or come without one. Seats are first come, first served.
          </Text>
        )
      )}
      {filled.seats.length > manyRoles && (
        <SearchInput aria-label="Find a role" placeholder="Find a role" value={sought} onChange={({ target }) => setSought(target.value)} />
      )}
      <FieldGroup label="Roles" hideLabel>
        <ul className="flex flex-col gap-2.5">
          {shown.map((role) => (
            <RoleCard
              key={role._id}
              role={role}
              isSingle={isSingle}
              isLocked={isLocked}
              onChoose={(isChosen) => choose(role._id, isChosen)}
            />
          ))}
          {isSingle && !isLocked && (
            <li>
              <ChoiceCard
                type="radio"
                name="role"
                title="Come without a role"
                checked={chosen.length === 0}
                onValue={() => editDraft({ roleIds: [] })}
              />
            </li>
          )}
        </ul>
        {shown.length === 0 && <Text tone="muted">No role is called “{sought}”.</Text>}
      </FieldGroup>
      {!isLocked && form.waitlist && (
        <Suspense>
          <waiting.Component form={form} seats={filled.seats} saved={filled.saved} draft={draft} onChange={editDraft} />
        </Suspense>
      )}
    </div>
  )
}
