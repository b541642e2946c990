// Whom a message goes to: by role and by how they stand, with how many that are (R101).
import { useEffect, useRef, useState } from 'react'
import { OtherGroups } from '#client/group/several/other-groups.tsx'
import { call, errorText } from '#client/lib/call.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { audienceOf, type MessageDraft, toUnanswered } from '#client/records/message-draft.ts'
import { useTallies } from '#client/records/tallies.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field, FieldGroup } from '#client/ui/fields/field.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { type AudienceState, attendances, messageApi, type WhoCame } from '#protocol/mail/message.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { GroupView } from '#protocol/seats/group.ts'

export const stateWords: Readonly<Record<AudienceState, string>> = {
  yes: 'Said yes',
  confirmed: 'Confirmed',
  unconfirmed: 'Said yes, not confirmed',
  silent: 'No response yet',
  waiting: 'On a waitlist',
}

const statesOf = ({ showConfirmation, waitlist }: GroupView): AudienceState[] => [
  'yes',
  ...(showConfirmation ? (['confirmed', 'unconfirmed'] as const) : []),
  'silent',
  ...(waitlist ? (['waiting'] as const) : []),
]

export type Count =
  | { is: 'counting' }
  | { is: 'failed'; sentence: string }
  | { is: 'known'; recipients: number; unreached: number; declined: number }
interface ChosenAudience {
  readonly audience: ReturnType<typeof audienceOf>
  readonly alsoTo?: string[]
}
const quietMs = 300
const calmMs = 2_000

/** The latest value, at most every two seconds: a busy group is not counted with each answer. */
function useCalm<T>(value: T): T {
  const [calm, setCalm] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = value
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setCalm(latest.current)
    }, calmMs)
  }, [value])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return calm
}

/** How many the choice reaches, counted anew with each change of the choice or of the group. */
export function useCount(group: GroupView, { roles, states, rsvpIds, unanswered, door, alsoTo }: MessageDraft): Count {
  const [count, setCount] = useState<Count>({ is: 'counting' })
  const rev = useCalm(group.rev)
  const came = useCalm(useTallies((held) => held[group._id]?.came))
  const audience = audienceOf({ roles, states, rsvpIds, unanswered, door })
  const choice = JSON.stringify({ audience, ...(alsoTo.length > 0 && { alsoTo }) })
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      call(messageApi.count, { id: group._id, ...(JSON.parse(choice) as ChosenAudience) }).then(
        (found) => !isOver && setCount({ is: 'known', ...found }),
        (error: unknown) => !isOver && setCount({ is: 'failed', sentence: errorText(error, 'Counting failed. Please try again.') }),
      )
    }, quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [group._id, rev, came, choice])
  return count
}

function CountLine({ count }: { count: Count }) {
  if (count.is === 'failed') return <p className="text-13 text-danger">{count.sentence}</p>
  if (count.is === 'counting') return <p className="text-13 text-muted">Counting...</p>
  return (
    <p className="tabular text-13">
      <span className="font-medium">
        {count.recipients === 0 ? 'No one matches this choice.' : `Reaches ${peopleText(count.recipients)}.`}
      </span>
      {count.unreached > 0 && (
        <span className="text-muted">
          {' '}
          {peopleText(count.unreached)} more can’t be reached: emails stopped, or the address doesn’t work.
        </span>
      )}
    </p>
  )
}

const toggled = <T,>(all: readonly T[], one: T, isOn: boolean) =>
  isOn ? [...all.filter((other) => other !== one), one] : all.filter((other) => other !== one)

export const doorWords: Readonly<Record<WhoCame, string>> = { came: 'Who came', missed: 'Who didn’t come' }

/** R193: once somebody came; after the end it is the only way to write to anybody. */
function AtTheDoor({ group, draft, onChange, isAfter }: Omit<Props, 'count' | 'others'>) {
  const hasCome = useTallies((held) => Boolean(held[group._id]?.came))
  if (!hasCome && !draft.door) return null
  const options = attendances.map((value) => ({ value, label: doorWords[value] }))
  return (
    <Segmented
      name="who-came"
      label="At the door"
      value={draft.door}
      onValue={(door) => onChange({ door })}
      options={isAfter ? options : [{ value: '', label: 'Doesn’t matter' }, ...options]}
    />
  )
}

interface Props {
  group: GroupView
  /** R101g: the other groups of its event whose guests may be written to. */
  others: readonly Pick<GroupView, '_id' | 'name'>[]
  draft: MessageDraft
  onChange: (change: Partial<MessageDraft>) => void
  count: Count
  /** R193: the event is over. */
  isAfter?: boolean
}

/** "To 276 people (84 who declined left out)" */
export function pickedLine({ recipients, unreached, declined }: Extract<Count, { is: 'known' }>): string {
  const out = [declined > 0 && `${formatCount(declined)} who declined`, unreached > 0 && `${formatCount(unreached)} who can’t be reached`]
  const leftOut = out.filter(Boolean).join(' and ')
  return `${recipients > 0 ? `To ${peopleText(recipients)}` : 'To no one'}${leftOut && ` (${leftOut} left out)`}`
}

/** R130: who was picked under Answers isn't asked for again. */
const PickedPeople = ({ count, onChange }: Pick<Props, 'count' | 'onChange'>) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
    <p aria-live="polite" className="tabular min-w-0 font-medium">
      {count.is === 'known' ? pickedLine(count) : count.is === 'counting' ? 'To those you selected' : count.sentence}
    </p>
    <Button size="sm" variant="ghost" className="hit" onClick={() => onChange({ rsvpIds: [] })}>
      Choose others
    </Button>
  </div>
)

/** R164: those who still owe an answer to a question. */
function Unanswered({ group: { questions }, draft, onChange }: Pick<Props, 'group' | 'draft' | 'onChange'>) {
  const asked = questions.filter(({ isRetired }) => !isRetired)
  if (asked.length === 0 && !draft.unanswered) return null
  return (
    <Field label="Who hasn’t answered a question" className="sm:max-w-md">
      <Select
        value={draft.unanswered}
        options={[
          { value: '', label: 'Doesn’t matter' },
          { value: 'open', label: 'Has open required questions' },
          ...asked.map(({ _id, label }) => ({ value: _id, label: `Has not answered “${label}”` })),
        ]}
        onValue={(unanswered) => onChange(toUnanswered(draft, unanswered))}
      />
    </Field>
  )
}

/** Who declined never gets a message. */
export function AudiencePicker({ group, others, draft, onChange, count, isAfter = false }: Props) {
  const atTheDoor = <AtTheDoor group={group} draft={draft} onChange={onChange} isAfter={isAfter} />
  if (draft.rsvpIds.length > 0)
    return (
      <>
        {isAfter && atTheDoor}
        <PickedPeople count={count} onChange={onChange} />
      </>
    )
  return (
    <div className="flex flex-col gap-4">
      {atTheDoor}
      {!isAfter && (
        <FieldGroup label="Who" hint="If you choose nothing, it goes to everyone who hasn’t declined.">
          <div className="grid gap-x-6 sm:grid-cols-2">
            {statesOf(group).map((state) => (
              <Checkbox
                key={state}
                label={stateWords[state]}
                checked={draft.states.includes(state)}
                onValue={(isOn) => onChange({ states: toggled(draft.states, state, isOn) })}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      {group.roles.length > 0 && (
        <FieldGroup label="In which roles" hint="If you choose nothing, it goes to people with any role, or none.">
          <div className="grid gap-x-6 sm:grid-cols-2">
            {group.roles.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={name}
                checked={draft.roles.includes(_id)}
                onValue={(isOn) => onChange({ roles: toggled(draft.roles, _id, isOn) })}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <Unanswered group={group} draft={draft} onChange={onChange} />
      <OtherGroups others={others} chosen={draft.alsoTo} onChoose={(alsoTo) => onChange({ alsoTo })} />
      <div aria-live="polite">
        <CountLine count={count} />
      </div>
    </div>
  )
}
