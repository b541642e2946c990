// Looks at the answers to questions before they are sent: what is missing or wrong stands at its question, in its group (R162).
import { wrongIn } from '#client/rsvp/questions/check.ts'
import { byTime, type GroupChoice, sendsAnswers } from './choice.ts'
import { useSeveral } from './store.ts'

interface WrongPlace {
  readonly groupId: string
  readonly questionId: string
}
const wrongPlaces = () =>
  Object.entries(useSeveral.getState().wrongAnswers).flatMap(([groupId, wrong]) =>
    Object.keys(wrong).map((questionId): WrongPlace => ({ groupId, questionId })),
  )
/** Where the first of what was found wrong stands. */
export const firstWrong = (): WrongPlace | undefined => wrongPlaces()[0]
/** The first group with somebody who comes along of whom something is wrong. */
export const firstWrongCompanions = (): string | undefined =>
  Object.entries(useSeveral.getState().wrongCompanions).find(([, rows]) => Object.keys(rows).length > 0)?.[0]

/** Shows what is missing or wrong, at each question. */
export function checkAnswers(changed: readonly GroupChoice[]) {
  const wrong = byTime(changed.filter(sendsAnswers)).map((one) => {
    const { form, pick, seats, saved } = one
    return [form._id, Object.fromEntries(wrongIn(form, { attending: pick.isComing, seats, saved }, pick))] as const
  })
  useSeveral.setState({ wrongAnswers: Object.fromEntries(wrong) })
}
