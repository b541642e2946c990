// Who is asked what, over random questions and answers: the page and the server must agree, whatever was typed.
import { expect, test } from 'vitest'
import { type Answering, answerTo, askedOf, openIn } from '#protocol/seats/questions/answers.ts'
import { questionKinds } from '#protocol/seats/questions/kinds.ts'
import type { AnswerValue, Question, QuestionAnswer } from '#protocol/seats/questions/question.ts'
import { readAnswers } from '#protocol/seats/questions/reading.ts'
import { chance, some } from '../kit/model/chance.ts'

function anyQuestion({ next: random, oneOf: pick }: ReturnType<typeof chance>, nth: number, earlier: readonly Question[]): Question {
  const kind = pick(questionKinds)
  const leads = earlier.filter((one) => one.kind === 'yesNo' || one.kind === 'choice' || one.kind === 'choices')
  const lead = leads.length > 0 && random() < 0.5 ? pick(leads) : undefined
  return {
    _id: `q${nth}`,
    label: `Question ${nth}`,
    help: '',
    kind,
    options: kind === 'choice' || kind === 'choices' ? ['a', 'b', 'c'].map((_id) => ({ _id, label: _id })) : [],
    required: random() < 0.5,
    of: pick<Question['of']>(['yes', 'everyone', ['speaker'], ['guest', 'host']]),
    ...(lead && { showIf: { questionId: lead._id, optionIds: lead.kind === 'yesNo' ? ['yes'] : [pick(['a', 'b', 'c'])] } }),
    audience: 'organizers',
    isSensitive: false,
    ...(random() < 0.1 && { isRetired: true as const }),
  }
}

const typed: readonly AnswerValue[] = ['a', 'b', ['a', 'c'], [], true, false, 7, 'words', '', '2026-12-05', '2026-02-30']
const fits = ({ kind }: Question): readonly AnswerValue[] => {
  if (kind === 'choice') return ['a', 'b', 'c']
  if (kind === 'choices') return [['a'], ['a', 'c']]
  if (kind === 'yesNo') return [true, false]
  if (kind === 'number') return [7]
  return kind === 'date' ? ['2026-12-05'] : ['words']
}

test('R161, R162 what is kept was asked, is complete, and is read the same again', () => {
  let kept = 0
  let named = true
  const any = chance()
  const { seed, next: random, oneOf } = any
  for (let round = 0; round < some(10_000); round++) {
    const questions: Question[] = []
    for (let nth = 0; nth < 6; nth++) questions.push(anyQuestion(any, nth, questions))
    const who: Answering = { attending: random() < 0.8, roleIds: random() < 0.5 ? ['speaker'] : ['guest'] }
    const sent: QuestionAnswer[] = questions.flatMap((asked) =>
      asked.isRetired || random() < 0.1 ? [] : [{ questionId: asked._id, value: oneOf(random() < 0.9 ? fits(asked) : typed) }],
    )
    const read = readAnswers(questions, who, sent, [])
    if ('problem' in read) {
      named &&= questions.some(({ _id }) => _id === read.problem.questionId)
      continue
    }
    kept += 1
    const asked = askedOf(questions, who, read.answers).map(({ _id }) => _id)
    expect(
      read.answers.every(({ questionId }) => asked.includes(questionId)),
      `seed ${seed}`,
    ).toBe(true)
    expect(openIn(questions, who, read.answers), `seed ${seed}`).toEqual([])
    expect(readAnswers(questions, who, read.answers, read.answers), `seed ${seed}`).toEqual(read)
    for (const { questionId, value } of read.answers) expect(answerTo(read.answers, questionId)).toEqual(value)
  }
  expect(named).toBe(true)
  expect(kept).toBeGreaterThan(some(1_000))
})
