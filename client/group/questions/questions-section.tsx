// What a group asks its guests besides who comes, in the settings: the list in order, and all that can be done to it (R160 to R168).
import { useState } from 'react'
import { ConflictDialog } from '#client/lib/conflict/conflict-dialog.tsx'
import { loadPart } from '#client/lib/load-page.tsx'
import { useDoing } from '#client/presence/doing.ts'
import { EditedBy } from '#client/presence/people-here.tsx'
import { useGroups } from '#client/records/groups.ts'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { planLimits } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { questionLimits } from '#protocol/seats/questions/kinds.ts'
import { AddQuestion } from './add-question.tsx'
import { type Doomed, EndQuestion } from './end-question.tsx'
import { draftOf, moved, newQuestion, retiredIn } from './question-list.ts'
import { QuestionRow } from './question-row.tsx'
import { answerCount } from './question-words.ts'
import { RetiredQuestions } from './retired-questions.tsx'
import { type Editor, useQuestions } from './use-questions.ts'

const QuestionForm = loadPart(() => import('./question-form.tsx'), 'QuestionForm', {
  waiting: <Skeleton className="m-5 h-96 rounded-lg" />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

/** How many have answered it, those who declined too: theirs are kept as well (R163). */
export function countOf({ questionCounts = {} }: GroupView, id: string) {
  const { answers = 0, declined } = questionCounts[id] ?? {}
  return answers + (declined?.answers ?? 0)
}

function Rows({ group, editor, onEnd }: { group: GroupView; editor: Editor; onEnd: (doomed: Doomed) => void }) {
  const { asked, editing, isBusy } = editor
  const form = editing && <QuestionForm key={editing.question._id} group={group} editor={editor} editing={editing} />
  const isNew = editing && !asked.some(({ _id }) => _id === editing.question._id)
  return (
    <ol aria-label="Questions" className="[&>li+li]:border-t [&>li]:border-line">
      {asked.map((question) =>
        question._id === editing?.question._id ? (
          <li key={question._id}>{form}</li>
        ) : (
          <QuestionRow
            key={question._id}
            question={question}
            all={asked}
            roles={group.roles}
            count={countOf(group, question._id)}
            isOff={isBusy || editing !== null}
            onEdit={() => editor.edit(question)}
            onMove={(step) =>
              void editor.saveList(moved(asked, question._id, step), `“${question.label}” moved ${step < 0 ? 'up' : 'down'}`)
            }
            onEnd={() => onEnd({ question, all: asked, count: countOf(group, question._id) })}
          />
        ),
      )}
      {isNew && <li>{form}</li>}
    </ol>
  )
}

export function QuestionsSection({ group }: { group: GroupView }) {
  const tier = useGroups((held) => held.limitsById[group._id]?.tier)
  const editor = useQuestions(group)
  const { asked, editing, conflict } = editor
  const [doomed, setDoomed] = useState<Doomed | null>(null)
  const limit = tier ? planLimits[tier].questionsPerGroup : questionLimits.questions
  return (
    <Section
      title="Questions"
      description="What you need to know of your guests besides who comes. They are asked when they answer."
      className="lg:col-span-2"
    >
      <Card padding="none" {...useDoing(group._id, 'questions')}>
        <div className="px-5 empty:hidden">
          <EditedBy groupId={group._id} what={{ kind: 'questions' }} />
        </div>
        {asked.length === 0 && !editing && <p className="px-5 pt-5 text-muted">No questions yet.</p>}
        <Rows group={group} editor={editor} onEnd={setDoomed} />
        {editor.failure && !editing && (
          <div className="p-5">
            <Notice tone="danger" live>
              {editor.failure}
            </Notice>
          </div>
        )}
        {!editing && (
          <AddQuestion
            asked={asked}
            limit={limit}
            upgrade={tier === 'free' ? group._id : undefined}
            onAdd={(question = newQuestion()) => editor.edit(question)}
          />
        )}
      </Card>
      <RetiredQuestions
        retired={retiredIn(group.questions)}
        countOf={(id) => answerCount(countOf(group, id))}
        isOff={editor.isBusy || editing !== null || asked.length >= limit}
        onAskAgain={(question) =>
          void editor.saveList([...asked, { ...draftOf(question), showIf: null }], `“${question.label}” is asked again`)
        }
      />
      <EndQuestion doomed={doomed} onEnd={editor.saveList} onClose={() => setDoomed(null)} />
      {conflict && (
        <ConflictDialog
          key={conflict.current.settingsRev}
          conflicts={conflict.found.conflicts}
          by={conflict.by}
          busy={editor.isBusy}
          onChoose={editor.choose}
          onClose={editor.leaveConflict}
        />
      )}
    </Section>
  )
}
