// The way to another question: one's own, or one that many hosts ask; and the plan's limit (R160).
import { Plus } from 'lucide-react'
import { isSold, planSentence } from '#client/lib/settings.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { FieldHint } from '#client/ui/fields/field.tsx'
import type { DraftQuestion } from './question-list.ts'
import { templates } from './templates.ts'

interface AddQuestionProps {
  asked: readonly DraftQuestion[]
  limit: number
  /** R49: the group, where its own upgrade would bring more questions. */
  upgrade: string | undefined
  onAdd: (question?: DraftQuestion) => void
}

export const questionLimitReached = (limit: number) =>
  planSentence(`Question limit reached (${limit} questions allowed). Upgrade your plan for more questions.`)

const Full = ({ limit, upgrade }: Pick<AddQuestionProps, 'limit' | 'upgrade'>) => (
  <>
    {questionLimitReached(limit)}
    {isSold() && (
      <>
        {' '}
        <Link href="/pricing">View Plans</Link>
        {upgrade && (
          <>
            {' '}
            or <Link href={`/payment/${upgrade}`}>Upgrade Group</Link>
          </>
        )}
      </>
    )}
  </>
)

export function AddQuestion({ asked, limit, upgrade, onAdd }: AddQuestionProps) {
  const isFull = asked.length >= limit
  return (
    <div className="flex flex-col gap-3 border-line px-5 py-4 print:hidden [ol:has(li)+&]:border-t">
      <div className="flex flex-wrap items-center gap-2">
        <Button data-add-question disabled={isFull} icon={<Plus aria-hidden="true" />} onClick={() => onAdd()}>
          Add Question
        </Button>
        {templates.map(({ name, make }) => (
          <Chip key={name} disabled={isFull} onPress={() => onAdd(make())}>
            {name}
          </Chip>
        ))}
      </div>
      <FieldHint>{isFull ? <Full limit={limit} upgrade={upgrade} /> : `${asked.length} of ${limit} questions.`}</FieldHint>
    </div>
  )
}
