// Somebody who comes to the door without an answer (R192): a name and a role whose seat is free, and they are in; without a network, a seat that this phone keeps.

import { useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { keepSeats, leasedNow, walkIn } from './leases.ts'
import type { Answered } from './scan.ts'
import { useDoor } from './store.ts'

const seatsText = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)
const atOnce = 3

/** R192a: seats for when there is no network. */
function KeptSeats({ role, timeAt }: { role: string; timeAt: (iso: string) => string }) {
  const { mode, groupId, leases } = useDoor()
  const kept = leasedNow({ leases, groupId }, role)
  const { run, isBusy, failure } = useAction(() => keepSeats(role, atOnce))
  return (
    <div className="flex flex-col gap-2">
      <Text size={13} tone="muted">
        {kept
          ? `This phone keeps ${seatsText(kept.seats)} of ${role} until ${timeAt(kept.until)}, for when there is no network.`
          : 'Without a network this phone gives only seats that it keeps. No one else can take them for an hour.'}
      </Text>
      <Failure>{failure}</Failure>
      {mode === 'online' && (
        <Button busy={isBusy} busyLabel="Keeping..." onClick={() => void run()}>
          Keep {seatsText(atOnce)} of {role} on this phone
        </Button>
      )}
    </div>
  )
}

interface WalkInFormProps {
  onDone: (answered: Answered) => void
  timeAt: (iso: string) => string
}
function WalkInForm({ onDone, timeAt }: WalkInFormProps) {
  const door = useDoor()
  const roles = door.groups.find(({ _id }) => _id === door.groupId)?.roles ?? []
  const [name, setName] = useTyped('walk-in:name', '')
  const [email, setEmail] = useTyped('walk-in:email', '')
  const [role, setRole] = useTyped('walk-in:role', roles.find(({ free }) => free > 0)?.name ?? roles[0]?.name ?? '')
  const { run, isBusy, failure, fields } = useAction(async () => onDone(await walkIn({ name, role, ...(email && { email }) })))
  const leftOf = (one: { name: string; free: number }) =>
    door.mode === 'offline' ? `${leasedNow(door, one.name)?.seats ?? 0} on this phone` : one.free > 0 ? `${one.free} left` : 'full'
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(sent) => {
        sent.preventDefault()
        void run()
      }}
    >
      <Field label="Name" error={fields.name}>
        <TextInput value={name} autoComplete="off" onChange={(changed) => setName(changed.target.value)} />
      </Field>
      <Field label="Email (optional)" error={fields.email}>
        <TextInput type="email" inputMode="email" value={email} autoComplete="off" onChange={(changed) => setEmail(changed.target.value)} />
      </Field>
      <Field label="Role" error={fields.role}>
        <Select value={role} onValue={setRole} options={roles.map((one) => ({ value: one.name, label: `${one.name} (${leftOf(one)})` }))} />
      </Field>
      <Failure>{failure}</Failure>
      <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel="Letting in...">
        Give a seat and let in
      </Button>
      {role && <KeptSeats role={role} timeAt={timeAt} />}
    </form>
  )
}

export function WalkIn({ onDone, timeAt }: WalkInFormProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Someone without an answer</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Someone without an answer"
        description="They get a free seat, and are in. The waitlist goes first."
      >
        {isOpen && (
          <WalkInForm
            timeAt={timeAt}
            onDone={(answered) => {
              setOpen(false)
              onDone(answered)
            }}
          />
        )}
      </Dialog>
    </>
  )
}
