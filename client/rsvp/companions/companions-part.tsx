// Who comes along with the guest, and as what (R170): it comes where companions are welcome, after the first paint.
import { UserPlus, X } from 'lucide-react'
import { useRef } from 'react'
import { type DraftCompanion, editDraft } from '#client/rsvp/answer/draft.ts'
import { type Filled, isSelfSelect } from '#client/rsvp/answer/form-state.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { companionLimits, companionName } from '#protocol/seats/companions/companion.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'

interface RowProps {
  form: FormView
  one: DraftCompanion
  nth: number
  guest: string
  onChange: (one: DraftCompanion) => void
  onRemove: () => void
}

function Row({ form, one, nth, guest, onChange, onRemove }: RowProps) {
  const others = form.roles.map(({ name }) => ({ value: name, label: name }))
  const [role = ''] = one.roles ?? []
  return (
    <li className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_13rem] sm:gap-3">
      <div className="flex items-end gap-1">
        <Field label={`Companion ${nth}`} optional className="min-w-0 flex-1">
          <TextInput
            name={`companion-${nth}`}
            value={one.name}
            placeholder={guest ? companionName(one, guest, nth) : 'Name'}
            maxLength={companionLimits.name}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...one, name: target.value })}
          />
        </Field>
        <IconButton label={`Remove ${one.name || `companion ${nth}`}`} icon={<X />} onClick={onRemove} />
      </div>
      {isSelfSelect(form) && form.roles.length > 1 && (
        <Field label={`Companion ${nth} comes as`}>
          <Select
            options={[{ value: '', label: 'Same as me' }, ...others]}
            value={role}
            onValue={(name) => onChange({ ...one, roles: name ? [name] : undefined })}
          />
        </Field>
      )}
    </li>
  )
}

/** R172: with how few of them one would come. */
function AtLeast({ size, value }: { size: number; value: number }) {
  const options = Array.from({ length: size }, (_, nth) => ({
    value: String(nth + 1),
    label: nth + 1 === size ? `Only if all ${size} of us can come` : nth === 0 ? 'Even alone' : `With ${nth + 1} of us or more`,
  }))
  return (
    <Field
      label="Take seats from the waitlist"
      hint="Free seats go to the first in line who would come with as many as are free. You keep your place until then."
    >
      <Select options={options} value={String(value)} onValue={(chosen) => editDraft({ atLeast: Number(chosen) })} />
    </Field>
  )
}

export function CompanionsPart({ form, filled }: { form: FormView; filled: Filled }) {
  const { companions, saved, name } = filled
  const list = useRef<HTMLUListElement>(null)
  const most = form.maxCompanions ?? 0
  const set = (next: readonly DraftCompanion[]) => editDraft({ companions: next, attending: true })
  const size = 1 + companions.filter(({ roles }) => !roles).length
  const add = () => {
    set([...companions, { name: '' }])
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  if (filled.attending !== true || (most === 0 && companions.length === 0)) return null
  return (
    <section aria-labelledby="companions-title" className="flex flex-col gap-3">
      <Heading level={2} size={20} id="companions-title">
        Who comes with you?
      </Heading>
      <Text tone="muted">
        {`You can bring ${most === 1 ? '' : 'up to '}${peopleText(most)}. Each takes a seat, and all of you get one or no one does. Only the organizer sees the names.`}
      </Text>
      {companions.length > 0 && (
        <ul ref={list} className="flex flex-col gap-4">
          {companions.map((one, nth) => (
            <Row
              key={one._id ?? `new-${nth}`}
              form={form}
              one={one}
              nth={nth + 1}
              guest={name}
              onChange={(changed) => set(companions.with(nth, changed))}
              onRemove={() => set(companions.toSpliced(nth, 1))}
            />
          ))}
        </ul>
      )}
      {companions.length < most && (
        <Button className="self-start" icon={<UserPlus />} onClick={add}>
          {companions.length === 0 ? 'Bring someone along (+1)' : 'One more (+1)'}
        </Button>
      )}
      {filled.waits.length > 0 && size > 1 && <AtLeast size={size} value={Math.min(filled.atLeast ?? size, size)} />}
      {saved && companions.length > 0 && (
        <Text size={13} tone="muted">
          Remove someone to give their seat back when you send.
        </Text>
      )}
    </section>
  )
}
