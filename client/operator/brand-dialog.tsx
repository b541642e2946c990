// Asks before a brand is taken off, and says what follows (R220).
import { toasted } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { type OperatorPerson, operatorApi } from '#protocol/app/operator.ts'

type Brand = NonNullable<OperatorPerson['brands']>[number]
interface Props {
  person: OperatorPerson
  brand: Brand
  onClose: () => void
  onDone: (person: OperatorPerson) => void
}

async function takeOff({ _id, brands = [], ...person }: OperatorPerson, { orgId }: Brand): Promise<OperatorPerson> {
  if (orgId) await call(operatorApi.takeOffOrgBrand, { id: orgId })
  else await call(operatorApi.takeOffBrand, { id: _id })
  return { ...person, _id, brands: brands.filter((one) => one.orgId !== orgId) }
}

export function BrandDialog({ person, brand, onClose, onDone }: Props) {
  const confirm = () =>
    toasted(async () => onDone(await takeOff(person, brand)), { done: `The brand “${brand.name}” is off`, failed: 'That did not work.' })
  return (
    <ConfirmDialog open onOpenChange={onClose} title="Take this brand off?" confirmLabel="Take it off" tone="danger" onConfirm={confirm}>
      <p className="font-medium wrap-anywhere text-ink">{brand.name}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        <li>Invitations and emails look like ours again right away; name, color and logo are deleted.</li>
        <li>{person.email} is told so on their page, and can set up another. Suspend the account to prevent that.</li>
      </ul>
    </ConfirmDialog>
  )
}
