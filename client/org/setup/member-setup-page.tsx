// Members for an organization (/member-setup): pick it or name a new one, make a list, send it.
import { AddFailure } from '#client/org/adding/add-failure.tsx'
import { AddOne } from '#client/org/adding/add-one.tsx'
import { PasteLines } from '#client/org/adding/paste-lines.tsx'
import { footClass, RowList } from '#client/org/adding/row-list.tsx'
import { isAdded } from '#client/org/adding/rows.ts'
import { processing } from '#client/org/adding/use-add-members.ts'
import { membersHref } from '#client/org/members-href.ts'
import { noneFound } from '#client/org/use-mine.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { OrganizationChoice } from './organization-choice.tsx'
import { TeamOffer } from './team-offer.tsx'
import { useMemberSetup } from './use-member-setup.ts'

type Setup = ReturnType<typeof useMemberSetup>

const Organization = ({ mine, orgId, pickOrg, name, nameOrg, why, isBusy }: Setup) => (
  <Card as="section" padding="lg" aria-labelledby="organization" className="flex flex-col gap-5">
    <Heading level={2} size={17} id="organization">
      Organization
    </Heading>
    <OrganizationChoice mine={mine} orgId={orgId} onOrg={pickOrg} name={name} onName={nameOrg} why={why} disabled={isBusy} />
  </Card>
)

const People = ({ list, isBusy }: Setup) => (
  <Card as="section" padding="lg" aria-labelledby="add-people" className="flex flex-col gap-6">
    <Heading level={2} size={17} id="add-people">
      Add people
    </Heading>
    <AddOne onAdd={list.addOne} disabled={isBusy} />
    <PasteLines onPaste={list.addPasted} disabled={isBusy} />
  </Card>
)

const Foot = ({ list, isBusy, canSubmit, submit, orgId }: Setup) => (
  <FormActions sticky className={footClass}>
    <Button
      variant="primary"
      size="lg"
      busy={isBusy}
      busyLabel={processing(list.percent)}
      disabled={!isBusy && !canSubmit}
      onClick={submit}
    >
      Add Members
    </Button>
    {orgId && !isBusy && list.rows.some(isAdded) && (
      <ButtonLink size="lg" href={membersHref(orgId)}>
        See all members
      </ButtonLink>
    )}
  </FormActions>
)

export function MemberSetupPage() {
  const setup = useMemberSetup()
  const { orgId, list, failure } = setup
  return (
    <Page>
      <title>Select or Setup Organization · Rolecall</title>
      <PageHeader
        title="Select or Setup Organization"
        lead="Choose an organization and list its people. Each gets an email invitation, and becomes a member when they accept."
        back={{ href: membersHref(orgId), label: 'Members' }}
      />
      {setup.hasNowhere ? (
        <TeamOffer>
          <Text>{noneFound}</Text>
        </TeamOffer>
      ) : (
        <>
          <Organization {...setup} />
          {setup.hasList && (
            <>
              <People {...setup} />
              <RowList list={list} hasMobile />
              {setup.missing && <Text tone="muted">{setup.missing}</Text>}
              <AddFailure failure={failure} />
              <Foot {...setup} />
            </>
          )}
        </>
      )}
    </Page>
  )
}
