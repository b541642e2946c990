// Gives somebody a plan without a payment, for a time or for good; knowingly, where they pay for one.

import { type SyntheticEvent, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { type OperatorPerson, operatorApi } from '#protocol/app/operator.ts'
import type { Tier } from '#protocol/kernel/limits.ts'

interface Props {
  person: OperatorPerson
  onClose: () => void
  onDone: (person: OperatorPerson) => void
}

const options = [
  { value: 'free', label: 'None: end what was given' },
  { value: 'pro', label: 'Pro' },
  { value: 'team', label: 'Team' },
  { value: 'enterprise', label: 'Enterprise' },
]
/** The end of that day, where the operator is. */
const endOfDay = (day: string) => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString())

function useGiving({ person, onClose, onDone }: Props) {
  const [plan, setPlan] = useTyped<Tier>(`plan:${person._id}`, person.given.plan)
  const [day, setDay] = useTyped(`plan until:${person._id}`, person.given.until?.slice(0, 10) ?? '')
  const [besidePaid, setBesidePaid] = useState(false)
  const { run, isBusy, failure, fields } = useAction(async () => {
    const { person: after } = await call(operatorApi.givePlan, { id: person._id, plan, until: endOfDay(day), besidePaid })
    onDone(after)
    toast.success(plan === 'free' ? 'What was given has ended' : 'The plan is given')
    onClose()
  }, 'That did not work.')
  const give = (event: SyntheticEvent) => {
    event.preventDefault()
    void run()
  }
  return { plan, setPlan, day, setDay, besidePaid, setBesidePaid, isBusy, failure, fields, give }
}

export function PlanDialog(props: Props) {
  const { person, onClose } = props
  const { plan, setPlan, day, setDay, besidePaid, setBesidePaid, isBusy, failure, fields, give } = useGiving(props)
  const footer = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" form="give-plan" variant="primary" busy={isBusy} busyLabel="Giving...">
        {plan === 'free' ? 'End it' : 'Give the plan'}
      </Button>
    </>
  )
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()} title="Give a plan" description={person.email} footer={footer}>
      <Form id="give-plan" onSubmit={give}>
        <Failure>{!fields.until && failure}</Failure>
        <p className="text-muted">It costs them nothing, and the payment provider hears nothing of it.</p>
        <Field label="Plan">
          <Select options={options} value={plan} onValue={(value) => setPlan(value as Tier)} />
        </Field>
        {plan !== 'free' && (
          <Field label="Last day" optional hint="Leave it empty for a plan without an end." error={fields.until}>
            <TextInput type="date" value={day} onChange={(event) => setDay(event.target.value)} />
          </Field>
        )}
        {person.subscription && (
          <Notice tone="warn" title="This person pays for a plan">
            The higher of the two plans counts, and they go on paying.
            <Checkbox label="Give the plan anyway" checked={besidePaid} onValue={setBesidePaid} />
          </Notice>
        )}
      </Form>
    </Dialog>
  )
}
