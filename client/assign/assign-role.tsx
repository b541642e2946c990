// The Assign Role widget: a person, a role that still has seats, one press.
import { UserPlus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useDespite } from '#client/lib/conflict/despite.tsx'
import { formatCount } from '#client/lib/format-count.ts'
import { useGroups } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { GroupView, RoleCoverage } from '#protocol/seats/group.ts'
import { type AssignScope, assigned, assignFailed, assignRole } from './actions.ts'
import { assignRoleId } from './assign-role-id.ts'
import { usePersonChoice } from './person.ts'
import { PersonFields } from './person-fields.tsx'
import { holdsRole, warnDuplicate } from './warn-duplicate.ts'

const leftText = ({ total, count }: RoleCoverage) => (total - count === 1 ? '1 seat left' : `${formatCount(total - count)} seats left`)

/** Only roles that are not full are offered (R12). */
const openRoles = (group: GroupView) => group.roleCoverage.filter(({ count, total }) => count < total)

export function AssignRole({ place, group }: { place: AssignScope; group: GroupView }) {
  const form = useRef<HTMLFormElement>(null)
  const choice = usePersonChoice(place.orgIds, place.groupId)
  const [roleId, setRoleId] = useState('')
  const offered = openRoles(group)
  const role = offered.find((one) => one._id === roleId)
  const { person } = choice
  const despite = useDespite()

  const { run, isBusy, failure } = useAction(async () => {
    if (!person || !role) return
    const rows = useGroups.getState().answered[group._id]?.rows ?? []
    if (holdsRole(rows, person.email, role.name)) return warnDuplicate(person.name, role.name)
    const send = (despiteOverlap: boolean) => assignRole(place, person, { roleName: role.name, despiteOverlap })
    toastUndoable(assigned, [await despite.attempt(person.name || person.email, send)])
    choice.clear()
    form.current?.querySelector('input')?.focus()
  }, assignFailed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <Section title="Assign Role" description="They get an email and appear among the answers right away.">
      <Card as="div">
        <form ref={form} id={assignRoleId} tabIndex={-1} onSubmit={submit} noValidate className="flex flex-col gap-4 focus:outline-none">
          <div className={cx('grid gap-4', choice.isMember ? 'md:grid-cols-2' : 'md:grid-cols-3')}>
            <PersonFields choice={choice} />
            <Field label="Role" hint={offered.length === 0 ? 'Every role is full. Raise a limit to assign one more.' : undefined}>
              <Select
                value={role?._id ?? ''}
                onValue={setRoleId}
                disabled={offered.length === 0}
                placeholder="Choose a role"
                options={offered.map((one) => ({ value: one._id, label: `${one.name} · ${leftText(one)}` }))}
              />
            </Field>
          </div>
          <Failure>{failure}</Failure>
          <Button
            type="submit"
            variant="primary"
            className="self-start max-sm:w-full"
            icon={<UserPlus aria-hidden="true" />}
            disabled={!person || !role}
            busy={isBusy}
            busyLabel="Assigning..."
          >
            Assign Role
          </Button>
        </form>
        {despite.dialog}
      </Card>
    </Section>
  )
}
