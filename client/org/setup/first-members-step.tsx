// Step 2 of /org-setup: pasted lines of name,email,mobile become rows, and the rows members.

import { addBulk } from '#client/org/actions.ts'
import { AddFailure } from '#client/org/adding/add-failure.tsx'
import { PasteLines } from '#client/org/adding/paste-lines.tsx'
import { footClass, RowList } from '#client/org/adding/row-list.tsx'
import { isAdded, isOpen } from '#client/org/adding/rows.ts'
import { processing, useAddMembers } from '#client/org/adding/use-add-members.ts'
import { useRows } from '#client/org/adding/use-rows.ts'
import { membersHref } from '#client/org/members-href.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'
import { Card } from '#client/ui/layout/card.tsx'

/** All in one call, as long as that isn't too heavy. */
const allAtOnce = (count: number) => Math.max(count, 1)

export function FirstMembersStep({ orgId }: { orgId: string }) {
  const list = useRows()
  const { failure, add } = useAddMembers(list)
  const isBusy = list.percent !== null
  const isDone = list.rows.some(isAdded) && !list.rows.some(isOpen)
  const submit = () =>
    add({
      sizeOf: allAtOnce,
      send: (rows) =>
        addBulk(
          orgId,
          rows.map(({ name, email, mobile }) => ({ name, email, mobile })),
        ),
    })
  return (
    <>
      <Card padding="lg">
        <PasteLines hasMobile onPaste={list.addPasted} disabled={isBusy} />
      </Card>
      <RowList list={list} hasMobile />
      <AddFailure failure={failure} />
      <FormActions sticky className={footClass}>
        {!isDone && (
          <Button
            variant="primary"
            size="lg"
            busy={isBusy}
            busyLabel={processing(list.percent)}
            disabled={!isBusy && !list.rows.some(isOpen)}
            onClick={() => void submit()}
          >
            Add Members
          </Button>
        )}
        <ButtonLink size="lg" variant={isDone ? 'primary' : 'secondary'} href={membersHref(orgId)}>
          {isDone ? 'See all members' : 'Skip for now'}
        </ButtonLink>
      </FormActions>
    </>
  )
}
