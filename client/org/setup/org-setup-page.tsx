// A new organization in two steps (/org-setup): its name, then its first members.
import { useState } from 'react'
import { membersHref } from '#client/org/members-href.ts'
import { ProgressSteps } from '#client/ui/feedback/progress-steps.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { FirstMembersStep } from './first-members-step.tsx'
import { teamOnly } from './founding.ts'
import { OrgNameStep, useFounding } from './org-name-step.tsx'

interface Founded {
  readonly orgId: string
  readonly name: string
}

const labels = ['Name', 'Members'] as const

export function OrgSetupPage() {
  const [founded, setFounded] = useState<Founded | null>(null)
  const founding = useFounding()
  const step = founded ? 2 : 1
  return (
    <Page>
      <title>Set up an organization · Rolecall</title>
      <PageHeader
        title={founded ? `Add members to ${founded.name}` : 'Set up an organization'}
        lead={
          founded
            ? 'Each person gets an email invitation, and becomes a member when they accept.'
            : 'Its members can be given roles, and its admins manage its events together.'
        }
        back={{ href: membersHref(founded?.orgId), label: 'Members' }}
        above={(founded || founding.why !== teamOnly) && <ProgressSteps current={step} total={labels.length} label={labels[step - 1]} />}
      />
      {founded ? (
        <FirstMembersStep orgId={founded.orgId} />
      ) : (
        <OrgNameStep {...founding} onDone={(orgId, name) => setFounded({ orgId, name })} />
      )}
    </Page>
  )
}
