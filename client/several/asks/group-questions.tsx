// What the organizers ask in one group, of who comes and of who says no (R161), at that group. It comes once somebody picks in a group that asks something.
import { givenIn, type Typed } from '#client/rsvp/questions/given.ts'
import { QuestionList } from '#client/rsvp/questions/question-list.tsx'
import type { GroupChoice } from '#client/several/choice.ts'
import { editPicks } from '#client/several/picks.ts'
import { useSeveral } from '#client/several/store.ts'

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
  const ids = { part: `questions-${form._id}`, title: `questions-title-${form._id}` }
  return <QuestionList form={form} asked={asked} draft={pick} saved={saved} wrong={wrong ?? {}} take={take} ids={ids} groupId={form._id} />
}
