// The line that adds a role: Enter adds it and is ready for the next.
import { Plus } from 'lucide-react'
import { type RefObject, type SyntheticEvent, useState } from 'react'
import { addRole } from '#client/group/actions.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { isSold } from '#client/lib/settings.ts'
import { type DraftRole, newRole, newRoleProblem, onlyRoles, roleLimitReached } from '#client/role/role-rules.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Field, FieldHint } from '#client/ui/fields/field.tsx'
import { Stepper } from '#client/ui/fields/stepper.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { fallbackLimits } from '#protocol/kernel/limits.ts'

interface NewRoleProps {
  groupId: string
  roles: readonly DraftRole[]
  maxRoles: number
  maxPerRole?: number
  /** R49: whether a group's own upgrade would bring more roles. */
  mayUpgrade: boolean
  nameRef: RefObject<HTMLInputElement | null>
  onAdded: () => void
}

export function NewRole(props: NewRoleProps) {
  const { groupId, roles, maxRoles, maxPerRole = fallbackLimits.participantsInput, mayUpgrade, nameRef, onAdded } = props
  const [draft, setDraft] = useState(newRole)
  const isFull = roles.length >= maxRoles

  const { run, isBusy, failure, setFailure } = useAction(async () => {
    await addRole(groupId, draft)
    onAdded()
    announce(`${draft.name.trim()} added`)
    setDraft((now) => (now.name === draft.name ? newRole() : now))
  }, 'Failed to add role')
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const problem = newRoleProblem(draft.name, roles, maxRoles)
    nameRef.current?.focus()
    if (problem) setFailure(problem)
    else void run()
  }

  return (
    <form onSubmit={add} noValidate className="flex flex-col gap-2 border-t border-line px-5 py-4 first:border-t-0 print:hidden">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <Field label="New role" hideLabel required error={failure} className="max-sm:col-span-2">
          <TextInput
            ref={nameRef}
            value={draft.name}
            onChange={(event) => {
              setDraft({ ...draft, name: event.target.value })
              setFailure(null)
            }}
            // The form of a disabled button takes no Enter, and somebody pressing it deserves an answer.
            onKeyDown={(event) => isFull && event.key === 'Enter' && add(event)}
            placeholder="New role, e.g. Speaker"
            maxLength={60}
            autoComplete="off"
            enterKeyHint="done"
          />
        </Field>
        <Stepper
          value={draft.max}
          onValue={(max) => setDraft((now) => ({ ...now, max }))}
          min={1}
          max={maxPerRole}
          label="Limit of the new role"
        />
        <Button
          type="submit"
          busy={isBusy}
          disabled={isFull}
          title={isFull ? onlyRoles(maxRoles) : undefined}
          icon={<Plus aria-hidden="true" />}
        >
          Add Role
        </Button>
      </div>
      <FieldHint>
        {isFull ? (
          <>
            {roleLimitReached(maxRoles)}
            {isSold() && (
              <>
                {' '}
                <Link href="/pricing">View Plans</Link>
                {mayUpgrade && (
                  <>
                    {' '}
                    or <Link href={`/payment/${groupId}`}>Upgrade Group</Link>
                  </>
                )}
              </>
            )}
          </>
        ) : (
          <span className="print:hidden">{`${roles.length} of ${maxRoles} roles. Tip: press Enter to add the next role.`}</span>
        )}
      </FieldHint>
    </form>
  )
}
