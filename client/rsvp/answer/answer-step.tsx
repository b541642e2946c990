// The second step: yes or no.
import type { RefObject } from 'react'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { editDraft } from './draft.ts'
import { canStillTake, type Filled } from './filled.ts'

const options = [
  { value: 'yes', label: 'Yes', hint: 'I’ll be there' },
  { value: 'no', label: 'No', hint: 'I can’t make it' },
] as const

interface AnswerStepProps {
  form: FormView
  filled: Filled
  isClosed: boolean
  /** Where the roles are. */
  roles: RefObject<HTMLElement | null>
}

/** Draws the choice; R20: a yes alone is an answer, R83: but the page leads to the roles first. */
export function AnswerStep({ form, filled, isClosed, roles }: AnswerStepProps) {
  const { attending, saved } = filled
  const choose = (isComing: boolean) => {
    editDraft({ attending: isComing })
    if (isComing && canStillTake(form, filled)) roles.current?.scrollIntoView({ block: 'start' })
  }
  const hasAnswer = saved !== null && saved.attending !== null
  return (
    <div className="flex flex-col gap-3">
      {hasAnswer && !isClosed && (
        <Text tone="muted">You answered {saved.attending ? 'yes' : 'no'}. Change what you like and submit again.</Text>
      )}
      <Segmented
        name="attending"
        label="Attending"
        hideLabel
        look="cards"
        options={options}
        disabled={isClosed}
        value={attending === null ? null : attending ? 'yes' : 'no'}
        onValue={(value) => choose(value === 'yes')}
        hint={
          attending === false && form.roles.length > 0 && !isClosed ? 'No role needed. Any seat you had goes to someone else.' : undefined
        }
      />
    </div>
  )
}
