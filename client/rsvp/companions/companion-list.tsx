// The rows of who comes along with a guest to one group (R170): on its own invitation, and on that to all groups of an event.
import { UserPlus, X } from 'lucide-react'
import { useRef } from 'react'
import type { DraftCompanion } from '#client/rsvp/answer/draft.ts'
import { isSelfSelect } from '#client/rsvp/answer/form-state.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Field, FieldError } from '#client/ui/fields/field.tsx'
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
  wrong: string | undefined
  onChange: (one: DraftCompanion) => void
  onRemove: () => void
}

function Row({ form, one, nth, guest, wrong, onChange, onRemove }: RowProps) {
  const others = form.roles.map(({ name }) => ({ value: name, label: name }))
  const [role = ''] = one.roles ?? []
  return (
    <li className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_13rem] sm:gap-3">
      <div className="flex items-end gap-1">
        <Field label={`Companion ${nth}`} optional error={wrong} className="min-w-0 flex-1">
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
function AtLeast({ size, value, onValue }: { size: number; value: number; onValue: (atLeast: number) => void }) {
  const options = Array.from({ length: size }, (_, nth) => ({
    value: String(nth + 1),
    label: nth + 1 === size ? `Only if all ${size} of us can come` : nth === 0 ? 'Even alone' : `With ${nth + 1} of us or more`,
  }))
  return (
    <Field
      label="Take seats from the waitlist"
      hint="Free seats go to the first in line who would come with as many as are free. You keep your place until then."
    >
      <Select options={options} value={String(value)} onValue={(chosen) => onValue(Number(chosen))} />
    </Field>
  )
}

export interface Party {
  readonly companions: readonly DraftCompanion[]
  readonly atLeast?: number | undefined
}

interface CompanionListProps {
  form: FormView
  party: Party
  /** Whose companions they are. */
  guest: string
  /** R172: the guest waits for a seat. */
  isWaiting: boolean
  /** Some of them may have seats. */
  isSaved: boolean
  onChange: (party: Partial<Party>) => void
  /** What the server said no to, by row; '' for all of them. */
  wrong?: Readonly<Record<string, string>>
  /** The id of the heading; `isInGroup` where it stands under that of a group. */
  titleId: string
  isInGroup?: boolean
}

export function CompanionList(props: CompanionListProps) {
  const { form, party, guest, isWaiting, isSaved, onChange, wrong = {}, titleId, isInGroup } = props
  const { companions, atLeast } = party
  const list = useRef<HTMLUListElement>(null)
  const most = form.maxCompanions ?? 0
  const set = (next: readonly DraftCompanion[]) => onChange({ companions: next })
  const size = 1 + companions.filter(({ roles }) => !roles).length
  const add = () => {
    set([...companions, { name: '' }])
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  if (most === 0 && companions.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <Heading level={isInGroup ? 4 : 2} size={isInGroup ? 15 : 20} id={titleId}>
        Who comes with you?
      </Heading>
      <Text tone="muted" size={isInGroup ? 13 : 15}>
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
              guest={guest}
              wrong={wrong[nth]}
              onChange={(changed) => set(companions.with(nth, changed))}
              onRemove={() => set(companions.toSpliced(nth, 1))}
            />
          ))}
        </ul>
      )}
      <FieldError>{wrong['']}</FieldError>
      {companions.length < most && (
        <Button className="self-start" icon={<UserPlus />} onClick={add}>
          {companions.length === 0 ? 'Bring someone along (+1)' : 'One more (+1)'}
        </Button>
      )}
      {isWaiting && size > 1 && (
        <AtLeast size={size} value={Math.min(atLeast ?? size, size)} onValue={(chosen) => onChange({ atLeast: chosen })} />
      )}
      {isSaved && companions.length > 0 && (
        <Text size={13} tone="muted">
          Remove someone to give their seat back when you send.
        </Text>
      )}
    </section>
  )
}
