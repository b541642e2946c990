// Step 1 of /org-setup: creates the organization by its name, or goes on with the one that is owned already.
import { type FormEvent, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { newKey } from '#client/lib/new-key.ts'
import { useSession } from '#client/lib/session.ts'
import { AddFailure } from '#client/org/adding/add-failure.tsx'
import { failedToCreate, found } from '#client/org/adding/use-add-members.ts'
import { useOrgs } from '#client/org/store.ts'
import { mineFailed, useMine } from '#client/org/use-mine.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { ownedOf, teamOnly, whyNotFound } from './founding.ts'
import { NewName } from './organization-choice.tsx'
import { TeamOffer } from './team-offer.tsx'

type OnDone = (orgId: string, name: string) => void

function useNameStep(onDone: OnDone) {
  const [name, setName] = useState('')
  const [key] = useState(newKey)
  const { run, isBusy, failure, fields, setFailure } = useAction(async () => onDone(await found(name, key), name.trim()), failedToCreate)
  const error = fields['organization.name']
  const create = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setFailure('', { 'organization.name': 'Please enter a name' })
    else void run()
  }
  const type = (next: string) => {
    setName(next)
    setFailure(null)
  }
  return { name, type, isBusy, failure: error ? null : failure, error, create }
}

/** What one owns, or whether one may own any. */
export function useFounding() {
  const { mine, failure, reload } = useMine()
  const user = useSession((now) => now.user)
  const hasCreated = useOrgs((held) => held.hasCreated)
  return { isKnown: mine !== null, failure, reload, owned: ownedOf(mine), why: whyNotFound(user, mine, hasCreated) }
}

type Props = ReturnType<typeof useFounding> & { onDone: OnDone }

export function OrgNameStep({ isKnown, failure, reload, owned, why, onDone }: Props) {
  if (!isKnown && !failure)
    return (
      <Loading label="Loading organizations...">
        <Skeleton className="h-48 w-full" />
      </Loading>
    )
  if (why === teamOnly) return <TeamOffer />
  if (why)
    return (
      <Notice
        title={owned && `You own ${owned.name}`}
        action={owned?.isActive && <Button onClick={() => onDone(owned._id, owned.name)}>Add members to it</Button>}
      >
        {why}
      </Notice>
    )
  return (
    <>
      {failure && !isKnown && (
        <Notice tone="danger" live title={mineFailed} action={<Button onClick={reload}>Try again</Button>}>
          {failure.detail}
        </Notice>
      )}
      <NameForm onDone={onDone} />
    </>
  )
}

function NameForm({ onDone }: { onDone: OnDone }) {
  const { name, type, isBusy, failure, error, create } = useNameStep(onDone)
  return (
    <Card padding="lg">
      <Form onSubmit={create}>
        <NewName label="Organization name" name={name} onName={type} why={undefined} error={error} disabled={isBusy} />
        <AddFailure failure={failure ? { title: failure } : null} />
        <FormActions>
          <Button type="submit" variant="primary" busy={isBusy} busyLabel="Creating...">
            Create organization
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
