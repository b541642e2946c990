// The brand of an organization or of oneself (/brand): how the events look to guests (R212).
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useMine } from '#client/org/use-mine.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { Accent, firstAccent, type BrandPage as Shown } from '#protocol/people/brand/brand.ts'
import { BrandForm } from './brand-form.tsx'
import { LogoField } from './logo-field.tsx'
import { Previews } from './previews.tsx'
import type { BrandOwner } from './store.ts'
import { useBrand } from './use-brand.ts'
import { useBrandEditing } from './use-brand-editing.ts'
import { useLogo } from './use-logo.ts'

/** R221: what is there stays, and is hidden. */
function PlanLocked({ page }: { page: Shown }) {
  const plan = page.orgId === null ? 'Pro' : 'Team'
  return (
    <Card padding="lg" className="flex flex-col items-start gap-3">
      <Heading level={2} size={20}>
        {page.brand ? 'Your brand is kept, and not shown now' : `A brand of your own comes with the ${plan} plan`}
      </Heading>
      <Text tone="muted">
        {page.brand
          ? `Guests see your events in our look again, until ${page.orgId === null ? 'you are' : 'the organization’s owner is'} on the ${plan} plan.`
          : 'Invitations, emails and the picture of a shared link then carry your name and color.'}
      </Text>
      <ButtonLink href={`/pricing?plan=${plan.toLowerCase()}`} variant="primary" data-sold>
        {`Upgrade to ${plan}`}
      </ButtonLink>
    </Card>
  )
}

/** The last color that could be drawn, while another is being typed. */
function useDrawable(typed: string): string {
  const last = useRef(firstAccent)
  const { data } = Accent.safeParse(typed)
  if (data) last.current = data
  return last.current
}

function Editor({ orgId, page }: { orgId: BrandOwner; page: Shown }) {
  const logo = useLogo(orgId, page.brand !== null)
  const editing = useBrandEditing(orgId, page, logo.send)
  const accent = useDrawable(editing.edits.accent)
  return (
    <div className="flex flex-col gap-8">
      {page.takenOffAt && !page.brand && (
        <Notice tone="warn" title="Your brand was taken off">
          The people who run this site removed it. If you think that is a mistake, write to them before you set up another.
        </Notice>
      )}
      {page.brand?.isShown && (
        <Notice tone="info">To use it for an event, choose “Your brand” as its cover when you create or update it.</Notice>
      )}
      {page.mayUse ? <BrandForm page={page} editing={editing} accent={accent} /> : <PlanLocked page={page} />}
      {(page.mayUse || page.brand?.logo) && <LogoField orgId={orgId} page={page} picked={logo} isSaving={editing.isBusy} />}
      {(page.mayUse || page.brand) && <Previews {...editing.edits} accent={accent} logo={page.brand?.logo ?? null} />}
    </div>
  )
}

const back = { href: '/profile', label: 'Back to Profile' }

export function BrandPage() {
  const [search] = useSearchParams()
  const orgId = search.get('org')
  const { page, failure, load } = useBrand(orgId)
  const { mine } = useMine()
  const org = mine?.find(({ _id }) => _id === orgId)
  const lead = orgId === null ? 'How your events look to guests.' : `How the events of ${org?.name ?? 'your organization'} look to guests.`
  return (
    <Page>
      <title>Brand · Rolecall</title>
      <PageHeader
        title="Brand"
        lead={lead}
        back={orgId === null ? back : { href: `/dashboard?view=members&org=${orgId}`, label: 'Back to Members' }}
      />
      {!page && failure && (
        <ErrorState title="The brand could not be loaded" onRetry={load}>
          {failure}
        </ErrorState>
      )}
      {!page && !failure && <FormSkeleton label="Loading the brand..." />}
      {page && <Editor key={orgId ?? 'own'} orgId={orgId} page={page} />}
    </Page>
  )
}
