// A group as everyone may see it who doesn't manage it: read only, live (R28).

import { OwnEvent } from '#client/access/own-event.tsx'
import { LeadOn } from '#client/lib/event/canceled.tsx'
import { sharePath } from '#client/lib/event/share-path.ts'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { EventStatus } from '#protocol/seats/event.ts'
import type { PublicGroup } from '#protocol/seats/group.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { statusSentences } from './share-link.tsx'

interface PublicBoardProps {
  group: PublicGroup
  /** The live view, once it is there. */
  form: FormView | null
}

const statusOf = (form: FormView | null): EventStatus =>
  form === null || form.status === 'open' ? 'active' : form.status === 'ended' ? 'over' : form.status

export function PublicBoard({ group, form }: PublicBoardProps) {
  const sentence = statusSentences[statusOf(form)]
  return (
    <div className="flex flex-col gap-8">
      {sentence ? (
        <Notice tone="warn" live action={statusOf(form) === 'cancelled' && <LeadOn />}>
          {sentence}
        </Notice>
      ) : (
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <Text tone="muted">Invited? Answer and take a seat.</Text>
          <ButtonLink variant="primary" href={sharePath(group._id, group.eventId)}>
            Answer the invitation
          </ButtonLink>
        </Card>
      )}
      <Section title="Role Summary">
        <Card>
          <CoverageList
            coverage={form?.roleCoverage ?? group.roleCoverage}
            isAsked={(form ?? group).showConfirmation}
            of={form ?? undefined}
          />
        </Card>
      </Section>
      {group.eventId && <OwnEvent eventId={group.eventId} />}
    </div>
  )
}
