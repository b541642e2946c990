// The roles with their seats, under the event from the first paint and moving while one looks (R82): whoever takes one is asked for their email next.
import { type Ref, useState } from 'react'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ChoiceCard } from '#client/ui/fields/choice-card.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Waiting } from '#client/waitlist/waiting.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { roleKey } from '#protocol/texts.ts'
import { editDraft, useDraft } from './draft.ts'
import { type Filled, isSelfSelect, isSingleRole } from './filled.ts'
import { RoleCard } from './role-card.tsx'
import { useSeatNews } from './seat-news.ts'
import { useFullLast } from './use-full-last.ts'

/** From here on a list is too long to take in at a glance. */
const manyRoles = 12

interface RolesPartProps {
  form: FormView
  filled: Filled
  /** Somebody has just taken a role. */
  onTaken: () => void
  ref?: Ref<HTMLElement>
}

function Lead({ form, filled }: { form: FormView; filled: Filled }) {
  if (!isSelfSelect(form)) return <Notice title="Selection Disabled">The organizer assigns the roles of this event.</Notice>
  if (form.status !== 'open') return null
  const what = isSingleRole(form) ? 'Take one role' : 'Take one or more'
  const email = filled.isVerified ? '' : ' Your seat is yours once you have submitted.'
  return <Text tone="muted">{`${what}, or come without one. Seats are first come, first served.${email}`}</Text>
}

function Title({ filled }: { filled: Filled }) {
  const left = filled.seats.reduce((sum, role) => sum + role.left, 0)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <Heading level={2} size={20} id="roles-title">
        Roles
      </Heading>
      <Text as="span" size={13} tone="muted" className="tabular">
        {left === 1 ? '1 seat left' : `${left} seats left`}
      </Text>
    </div>
  )
}

/** Draws the roles; with self-selection off they are shown, not chosen (R11). */
export function RolesPart({ form, filled, onTaken, ref }: RolesPartProps) {
  const [sought, setSought] = useState('')
  const { draft } = useDraft()
  const isSingle = isSingleRole(form)
  const isLocked = form.status !== 'open' || !isSelfSelect(form)
  useSeatNews(filled.seats)
  const { ordered, fullIds } = useFullLast(filled)
  if (form.roles.length === 0) return null
  const chosen = filled.seats.filter((role) => role.isChosen).map((role) => role._id)
  const choose = (id: string, isChosen: boolean) => {
    const roleIds = isChosen ? [...(isSingle ? [] : chosen), id] : chosen.filter((one) => one !== id)
    editDraft(isChosen ? { roleIds, attending: true } : { roleIds })
    if (isChosen) onTaken()
  }
  const shown = ordered.filter((role) => roleKey(role.name).includes(roleKey(sought)))
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="roles-title" className="flex scroll-mt-4 flex-col gap-3 focus:outline-none">
      <Title filled={filled} />
      <Lead form={form} filled={filled} />
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
              isFolded={fullIds.includes(role._id)}
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
        <Waiting
          form={form}
          seats={filled.seats}
          saved={filled.saved}
          draft={draft}
          onChange={(waits) => editDraft({ ...waits, attending: true })}
        />
      )}
    </section>
  )
}
