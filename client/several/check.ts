// Looks at the answers to questions before they are sent: what is missing or wrong stands at its question, in its group (R162).
import { givenIn } from '#client/rsvp/questions/given.ts'
import { answerTo } from '#protocol/seats/questions/answers.ts'
import { answerMissing, readAnswer } from '#protocol/seats/questions/reading.ts'
import type { GroupChoice } from './choice.ts'
import { useSeveral } from './store.ts'

function wrongIn({ form, pick, seats, saved }: GroupChoice): [questionId: string, sentence: string][] {
  const { asked, answers, open } = givenIn(form, { attending: pick.isComing, seats, saved }, pick)
  return asked.flatMap((question): [string, string][] => {
    if (open.includes(question)) return [[question._id, answerMissing]]
    const value = answerTo(answers, question._id)
    const kept = answerTo(saved?.answers ?? [], question._id)
    if (value === undefined || JSON.stringify(value) === JSON.stringify(kept)) return []
    const read = readAnswer(question, value, kept)
    return 'wrong' in read ? [[question._id, read.wrong]] : []
  })
}

/** Gives the first group in which something is missing, and shows what in each. */
export function firstWrong(changed: readonly GroupChoice[]): string | undefined {
  const wrong = changed.filter(({ form, pick }) => form.questions && pick.isComing).map((one) => [one.form._id, wrongIn(one)] as const)
  const some = wrong.filter(([, all]) => all.length > 0)
  useSeveral.setState({ wrongAnswers: Object.fromEntries(some.map(([id, all]) => [id, Object.fromEntries(all)])) })
  return some[0]?.[0]
}
