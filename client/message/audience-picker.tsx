// Whom a message goes to: by role and by how they stand, with how many that are (R101).
import { useEffect, useRef, useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { audienceOf, type Draft } from '#client/records/message-draft.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import type { GroupView } from '#protocol/group.ts'
import { type AudienceState, messageApi } from '#protocol/message.ts'

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

export type Count = { is: 'counting' } | { is: 'failed'; sentence: string } | { is: 'known'; recipients: number; unreached: number }
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
export function useCount(group: GroupView, { roles, states, rsvpIds }: Draft): Count {
  const [count, setCount] = useState<Count>({ is: 'counting' })
  const rev = useCalm(group.rev)
  const choice = JSON.stringify(audienceOf({ roles, states, rsvpIds }))
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      call(messageApi.count, { id: group._id, audience: JSON.parse(choice) as ReturnType<typeof audienceOf> }).then(
        (found) => !isOver && setCount({ is: 'known', ...found }),
        (error: unknown) => !isOver && setCount({ is: 'failed', sentence: sentenceOf(error, 'Counting failed. Please try again.') }),
      )
    }, quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [group._id, rev, choice])
  return count
}

export const people = (count: number) => `${counted(count)} ${count === 1 ? 'person' : 'people'}`

/** Draws how many that are, and who of them is not reached. */
function CountLine({ count }: { count: Count }) {
  if (count.is === 'failed') return <p className="text-13 text-danger">{count.sentence}</p>
  if (count.is === 'counting') return <p className="text-13 text-muted">Counting...</p>
  return (
    <p className="tabular text-13">
      <span className="font-medium">{count.recipients === 0 ? 'Nobody fits this choice.' : `Reaches ${people(count.recipients)}.`}</span>
      {count.unreached > 0 && (
        <span className="text-muted"> {people(count.unreached)} more can’t be reached: emails stopped, or the address doesn’t work.</span>
      )}
    </p>
  )
}

const toggled = <T,>(all: readonly T[], one: T, isOn: boolean) =>
  isOn ? [...all.filter((other) => other !== one), one] : all.filter((other) => other !== one)

interface Props {
  group: GroupView
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  count: Count
}

/** Draws the choice. Who declined never gets a message. */
export function AudiencePicker({ group, draft, onChange, count }: Props) {
  return (
    <div className="flex flex-col gap-4">
      {draft.rsvpIds.length > 0 && (
        <Notice action={<Button onClick={() => onChange({ rsvpIds: [] })}>Write to all</Button>}>
          To the {people(draft.rsvpIds.length)} you selected under Answers. What is chosen below leaves some of them out; who declined gets
          nothing.
        </Notice>
      )}
      <FieldGroup label="Who" hint="Nothing chosen means everybody who hasn’t declined.">
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
      {group.roles.length > 0 && (
        <FieldGroup label="In which roles" hint="Nothing chosen means with any role, or none.">
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
      <div aria-live="polite">
        <CountLine count={count} />
      </div>
    </div>
  )
}
