// What the organizers ask of those who come to one group (R161), at that group. It comes once somebody picks in a group that asks something.
import { givenIn, type Typed, typedIn } from '#client/rsvp/questions/given.ts'
import { QuestionField } from '#client/rsvp/questions/question-field.tsx'
import type { GroupChoice } from './choice.ts'
import { editPicks } from './picks.ts'
import { useSeveral } from './store.ts'

export function GroupQuestions({ chosen }: { chosen: GroupChoice }) {
  const { form, pick, seats, saved } = chosen
  const wrong = useSeveral((now) => now.wrongAnswers[form._id])
  const { asked } = givenIn(form, { attending: pick.isComing, seats, saved }, pick)
  const take = (questionId: string, typed: Typed) => {
    editPicks({ [form._id]: { ...pick, answers: { ...pick.answers, [questionId]: typed } } })
    const { wrongAnswers } = useSeveral.getState()
    const { [questionId]: _, ...others } = wrongAnswers[form._id] ?? {}
    useSeveral.setState({ wrongAnswers: { ...wrongAnswers, [form._id]: others } })
  }
  if (asked.length === 0) return null
  return (
    <div className="flex flex-col gap-4">
      {asked.map((question) => (
        <QuestionField
          key={question._id}
          question={question}
          typed={typedIn(question, pick, saved)}
          wrong={wrong?.[question._id]}
          take={take}
        />
      ))}
    </div>
  )
}
