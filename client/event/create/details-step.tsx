// Step 1 of creation: the event itself, and for whom it is organized.
import type { ReactNode } from 'react'
import type { EventFields } from '#client/event/form/event-fields.ts'
import { EventForm, type EventFormProps } from '#client/event/form/event-form.tsx'
import { OrganizationField } from '#client/event/form/organization-field.tsx'
import type { Refused } from '#client/event/form/place-failure.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { StepActions } from '#client/ui/layout/step-actions.tsx'
import { chooseOrganization, setDraft, useDraft } from './draft.ts'
import { MoreOfNew } from './more-of-new.tsx'
import type { OrganizationChoice } from './use-organization-choice.ts'

interface DetailsStepProps {
  facts: EventFormProps['facts']
  refused: Refused
  /** Null where there is nothing to choose. */
  choice: OrganizationChoice | null
  onDone: () => void
}

const keepFields = (fields: EventFields) => setDraft({ fields })

export function DetailsStep({ facts, refused, choice, onDone }: DetailsStepProps): ReactNode {
  const { key, fields, organisingOrgObj } = useDraft()
  const hasAccount = useSession((now) => accessOf(now) === 'account')
  const isNamed = useSession((now) => Boolean(now.user?.name))
  return (
    <EventForm
      initial={fields}
      asksHost={!organisingOrgObj && !isNamed}
      facts={facts}
      refused={refused.event}
      onChange={keepFields}
      onDone={onDone}
      more={<MoreOfNew seed={key} brandOf={hasAccount ? (organisingOrgObj?._id ?? null) : undefined} />}
      organization={choice && <OrganizationField choice={choice} value={organisingOrgObj} onChange={chooseOrganization} />}
    >
      {refused.general && (
        <StepNotice key={refused.general} tone="danger">
          {refused.general}
        </StepNotice>
      )}
      <StepActions label="Next" />
    </EventForm>
  )
}
