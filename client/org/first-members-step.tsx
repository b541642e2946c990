// Step 2 of /org-setup: pasted lines of name,email,mobile become rows, and the rows members.
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { FormActions } from '#client/ui/form.tsx'
import { addBulk } from './actions.ts'
import { AddFailure } from './add-failure.tsx'
import { membersHref } from './members-href.ts'
import { PasteLines } from './paste-lines.tsx'
import { footClass, RowList } from './row-list.tsx'
import { isAdded, isOpen } from './rows.ts'
import { processing, useAddMembers } from './use-add-members.ts'
import { useRows } from './use-rows.ts'

/** All in one call, as long as that isn't too heavy. */
const allAtOnce = (count: number) => Math.max(count, 1)

/** Draws the step. */
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
