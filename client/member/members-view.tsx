// The dashboard's Members tab: which organization, and who belongs to it.
import { Plus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { accessOf, useSession } from '#client/lib/session.ts'
import { ownedOf } from '#client/org/setup/founding.ts'
import { type Mine, mineFailed, noneFound, useMine } from '#client/org/use-mine.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { hasTeamFeatures } from '#protocol/kernel/limits.ts'
import { refusals } from '#protocol/kernel/refusals.ts'
import type { MyOrganization } from '#protocol/people/org.ts'
import { Invitations } from './invitations.tsx'
import { MembersSkeleton } from './members-skeleton.tsx'
import { MembersUpgrade } from './members-upgrade.tsx'
import { OrgMembers } from './org-members.tsx'

const setupHref = (orgId?: string) => `/member-setup${orgId ? `?org=${orgId}` : ''}`

/** A magic link has no organizations (R30). */
export function MembersView() {
  const hasAccount = useSession((now) => accessOf(now) === 'account')
  return hasAccount ? <MyMembers /> : <LoginNeeded />
}

const LoginNeeded = () => (
  <Section title="Members">
    <EmptyState
      title={refusals['account-needed'][1]}
      action={
        <ButtonLink href="/login" variant="primary">
          Login
        </ButtonLink>
      }
    />
  </Section>
)

function MyMembers() {
  const mine = useMine()
  const user = useSession((now) => now.user)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('org')
  const chosen = mine.managed.find((one) => one._id === asked) ?? mine.managed[0]
  const choose = (orgId: string) => setSearch({ view: 'members', org: orgId }, { replace: true })
  const isForeign = mine.mine?.length === 0 && !!user && !hasTeamFeatures(user.tier)
  const mayFound = !!user && hasTeamFeatures(user.tier) && !ownedOf(mine.mine)
  return (
    <Section
      title="Members"
      badge={chosen && <LiveBadge />}
      actions={
        chosen && (
          <>
            <Chooser managed={mine.managed} chosen={chosen} onChoose={choose} />
            {mayFound && (
              <Link href="/org-setup" tone="quiet" className="hit px-2 py-2.5">
                New organization
              </Link>
            )}
            <ButtonLink href={`/brand?org=${chosen._id}`} className="max-sm:grow">
              Brand
            </ButtonLink>
            <ButtonLink
              href={setupHref(chosen.isActive ? chosen._id : '')}
              variant="primary"
              className="max-sm:grow"
              icon={<Plus aria-hidden="true" />}
            >
              Add members
            </ButtonLink>
          </>
        )
      }
    >
      <Invitations />
      {chosen ? <OrgMembers key={chosen._id} one={chosen} onEnd={mine.reload} /> : isForeign ? <MembersUpgrade /> : <NoOrg {...mine} />}
    </Section>
  )
}

interface ChooserProps {
  managed: readonly MyOrganization[]
  chosen: MyOrganization
  onChoose: (orgId: string) => void
}

const Chooser = ({ managed, chosen, onChoose }: ChooserProps) => (
  <Field label="Organization" hideLabel className="w-56 max-w-full max-sm:w-full">
    <Select options={managed.map(({ _id, name }) => ({ value: _id, label: name }))} value={chosen._id} onValue={onChoose} />
  </Field>
)

/** Not known yet, not to be had, or there is none that one manages. */
function NoOrg({ mine, failure, reload }: Mine) {
  if (!mine && failure)
    return (
      <ErrorState title={mineFailed} onRetry={reload}>
        {failure.detail !== mineFailed && failure.detail}
      </ErrorState>
    )
  if (!mine) return <MembersSkeleton />
  if (mine.length > 0)
    return (
      <EmptyState title={noneFound}>
        You belong to {mine.map(({ name }) => name).join(', ')}, where admins and the owner manage the members.
      </EmptyState>
    )
  return (
    <EmptyState
      title={noneFound}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href="/org-setup" variant="primary">
            Set up an organization
          </ButtonLink>
          <ButtonLink href="/member-setup">Add members</ButtonLink>
        </div>
      }
    >
      An organization lets you give its members roles, and its admins manage events together.
    </EmptyState>
  )
}
