// The decisions about a group's questions and the answers to them (R160 to R166). Pure.
import { planLimits, type Tier } from '#protocol/kernel/limits.ts'
import { type Answering, openIn } from '#protocol/seats/questions/answers.ts'
import { hasOptions } from '#protocol/seats/questions/kinds.ts'
import type { Question, QuestionAnswer, QuestionInput } from '#protocol/seats/questions/question.ts'
import { readAnswers } from '#protocol/seats/questions/reading.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type Group, questionsOf } from '#server/seats/model/group.ts'
import { livingRsvp, type Rsvp } from '#server/seats/model/rsvp.ts'

type Counts = NonNullable<Group['questionCounts']>
interface Shaping {
  readonly before: readonly Question[]
  /** The answers there are (R163), of those who declined too. */
  readonly counts: Counts
  readonly roleIds: readonly string[]
  readonly tier: Tier
  readonly randomId: () => string
}

const asking = (questions: readonly { readonly isRetired?: boolean | undefined }[]) =>
  questions.filter(({ isRetired }) => !isRetired).length

/** R163: the questions a form sends, over those there are: what has answers is retired where it is left out, and keeps its kind. */
export function shapeQuestions(wanted: readonly QuestionInput[], shaping: Shaping): Question[] {
  const { before, counts, tier } = shaping
  const shaped = wanted.map((question) => shapeOne(question, shaping)).filter(({ _id, isRetired }) => !isRetired || _id in counts)
  const left = before.filter(({ _id }) => _id in counts && !wanted.some((one) => one._id === _id))
  const limit = planLimits[tier].questionsPerGroup
  // R44: more than the plan allows may stay, but not grow.
  if (asking(shaped) > limit && asking(shaped) > asking(before)) refuse('question-limit-reached', { limit })
  return [...shaped, ...left.map((question): Question => ({ ...question, isRetired: true }))]
}

function shapeOne(question: QuestionInput, { before, counts, roleIds, randomId }: Shaping): Question {
  const { _id = randomId(), label, help, kind, required, of, showIf, audience, isSensitive, min, max, isRetired } = question
  const old = before.find((one) => one._id === _id)
  if (old && old.kind !== kind) refuse('question-kind-fixed', { question: old.label })
  if (Array.isArray(of) && !of.every((id) => roleIds.includes(id) || old?.of.includes(id)))
    refuse('question-role-unknown', { question: label })
  return {
    _id,
    label,
    help,
    kind,
    options: hasOptions(kind) ? shapeOptions(question, old, counts, randomId) : [],
    required,
    of,
    ...(showIf && { showIf }),
    audience,
    isSensitive,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(isRetired && { isRetired }),
  }
}

function shapeOptions({ options, _id = '' }: QuestionInput, old: Question | undefined, counts: Counts, randomId: () => string) {
  const after = options.map(({ _id = randomId(), label }) => ({ _id, label }))
  const chosen = { ...counts[_id]?.options, ...counts[_id]?.declined?.options }
  const left = (old?.options ?? []).filter((option) => option._id in chosen && !after.some((one) => one._id === option._id))
  return [...after, ...left.map((option) => ({ ...option, isRetired: true as const }))]
}

/** R103: what a form would send to ask the same elsewhere. */
export const copiedQuestions = (group: Group): QuestionInput[] =>
  questionsOf(group).flatMap((question) =>
    question.isRetired
      ? []
      : [{ ...question, options: question.options.flatMap(({ _id, label, isRetired }) => (isRetired ? [] : [{ _id, label }])) }],
  )

/** Roles that were made of those that were sent have ids of their own: questions that named those name these. */
export const withRoleIds = (
  questions: readonly QuestionInput[],
  sent: readonly { readonly _id?: string | undefined }[],
  made: readonly { readonly _id: string }[],
) =>
  questions.map((question): QuestionInput => {
    const idOf = (id: string) => made[sent.findIndex((role) => role._id === id)]?._id ?? id
    return Array.isArray(question.of) ? { ...question, of: question.of.map(idOf) } : question
  })

/**
 * R162: the answers as they are kept after these were sent; left out, the earlier ones stay. R161a: so they do with who gives back what they have.
 * Refuses `input-invalid` at the first that is wrong or missing.
 */
export function answersAfter(
  group: Group,
  who: Answering,
  sent: readonly QuestionAnswer[] | undefined,
  before: Rsvp | undefined,
): readonly QuestionAnswer[] {
  const questions = questionsOf(group)
  const standing = livingRsvp(before)
  const kept = standing?.answers ?? []
  if (questions.length === 0 && !sent?.length) return kept
  // R164: a question that was made required later makes no earlier answer wrong.
  const isKept = standing !== undefined && (standing.attending !== null || who.attending === false)
  if (!sent && (isKept || openIn(questions, who, kept).length === 0)) return kept
  const read = readAnswers(questions, who, sent ?? kept, kept)
  if ('answers' in read) return read.answers
  const { questionId, sentence } = read.problem
  return refuse('input-invalid', { reason: sentence, fields: { [`answers.${questionId}`]: sentence } })
}
