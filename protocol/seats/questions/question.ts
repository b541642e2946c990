// What organizers ask besides who comes (R160 to R168): the questions of a group, and the answers to them.
import { z } from 'zod/mini'
import { line, lineOrNothing } from '#protocol/kernel/fields.ts'
import { hasOptions, questionKinds, questionLimits } from './kinds.ts'

const badId = 'Invalid question id'
/** Made by whoever makes the question or option; the server makes those that are left out. */
const ItemId = z.string(badId).check(
  z.regex(/^[\w-]{1,24}$/, badId),
  // Counts are kept by it: none may be what every object has.
  z.refine<string>((id) => !(id in {}), badId),
)
const labelMissing = 'Please write the question'
const optionMissing = 'Please name the option'

const OptionInput = z.strictObject({ _id: z.optional(ItemId), label: line(questionLimits.option, optionMissing) })
/** An option that was taken out but is in answers is `isRetired`: still shown with them, no longer offered. */
const Option = z.object({ _id: z.string(), label: z.string(), isRetired: z.optional(z.literal(true)) })

const role = z.string().check(z.maxLength(24))
/** R161: whom it concerns: who comes, whoever answers, or who comes in one of these roles (ids). */
const QuestionAudience = z.union(
  [z.literal('yes'), z.literal('everyone'), z.array(role).check(z.minLength(1), z.maxLength(200))],
  'Please say whom it concerns',
)
/** R161: shown where an earlier question has one of these answers; of a yes/no question they are 'yes' and 'no'. */
const ShowIf = z.strictObject({ questionId: ItemId, optionIds: z.array(ItemId).check(z.minLength(1), z.maxLength(questionLimits.options)) })
const bound = z.optional(z.number('Please enter a number').check(z.gte(-1e9), z.lte(1e9)))

/** R160: a question as organizers send it. */
export const QuestionInput = z.strictObject({
  _id: z.optional(ItemId),
  label: line(questionLimits.label, labelMissing),
  help: z._default(lineOrNothing(questionLimits.help), ''),
  kind: z.enum(questionKinds),
  options: z._default(
    z.array(OptionInput).check(z.maxLength(questionLimits.options, `Please use at most ${questionLimits.options} options`)),
    [],
  ),
  required: z._default(z.boolean(), false),
  of: z._default(QuestionAudience, 'yes'),
  showIf: z.optional(z.nullable(ShowIf)),
  /** R165: who reads the answers: those who manage the group, or those at the door as well. */
  audience: z._default(z.enum(['organizers', 'door']), 'organizers'),
  /** R166 */
  isSensitive: z._default(z.boolean(), false),
  /** Of a number. */
  min: bound,
  max: bound,
  /** R163: no longer asked; its answers stay. */
  isRetired: z.optional(z.boolean()),
})
export type QuestionInput = z.infer<typeof QuestionInput>

/** R160: a question as it is kept, and shown to guests unless it is retired. */
export const Question = z.object({
  _id: z.string(),
  label: z.string(),
  help: z.string(),
  kind: z.enum(questionKinds),
  options: z.array(Option),
  required: z.boolean(),
  of: z.union([z.literal('yes'), z.literal('everyone'), z.array(z.string())]),
  showIf: z.optional(z.object({ questionId: z.string(), optionIds: z.array(z.string()) })),
  audience: z.enum(['organizers', 'door']),
  isSensitive: z.boolean(),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  isRetired: z.optional(z.literal(true)),
})
export type Question = z.infer<typeof Question>

const optionsOf = ({ kind, options }: QuestionInput) => (kind === 'yesNo' ? ['yes', 'no'] : options.flatMap(({ _id }) => _id ?? []))
const isDoubled = (ids: readonly (string | undefined)[]) => {
  const given = ids.filter((id) => id !== undefined)
  return new Set(given).size < given.length
}

/** What is wrong with one question beside those before it; undefined where nothing is. */
function wrongIn(question: QuestionInput, earlier: readonly QuestionInput[]): readonly [field: string, sentence: string] | undefined {
  const { kind, options, showIf, min, max } = question
  if (hasOptions(kind) && options.length < 2) return ['options', 'Please give at least 2 options']
  if (!hasOptions(kind) && options.length > 0) return ['options', 'Only a choice has options']
  if (isDoubled(options.map(({ _id }) => _id)) || isDoubled(options.map(({ label }) => label.toLowerCase())))
    return ['options', 'Each option can be there only once']
  if (kind !== 'number' && (min !== undefined || max !== undefined)) return ['min', 'Only a number has limits']
  if (min !== undefined && max !== undefined && min > max) return ['max', 'The highest number must not be below the lowest']
  if (!showIf) return undefined
  const asked = earlier.find(({ _id }) => _id === showIf.questionId)
  if (!asked || asked.isRetired || !(asked.kind === 'yesNo' || hasOptions(asked.kind)))
    return ['showIf', 'A question can depend on an earlier choice or yes/no question']
  return showIf.optionIds.every((id) => optionsOf(asked).includes(id)) ? undefined : ['showIf', 'That answer isn’t among the options']
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** R160: the questions of a group, in their order, as organizers send them. */
export const Questions = z.array(QuestionInput).check(
  z.maxLength(questionLimits.questions * 3),
  z.refine<QuestionInput[]>((all) => !isDoubled(all.map(({ _id }) => _id)), 'Each question can be there only once'),
  z.refine<QuestionInput[]>((all) => bytesOf(JSON.stringify(all)) <= questionLimits.allBytes, 'Please shorten the questions'),
  (given) => {
    for (const [nth, question] of given.value.entries()) {
      const wrong = wrongIn(question, given.value.slice(0, nth))
      if (wrong) given.issues.push({ code: 'custom', input: given.value, path: [nth, wrong[0]], message: wrong[1] })
    }
  },
)

/** An option's id, ids of options, true for yes, a number, `YYYY-MM-DD` or text. */
export const AnswerValue = z.union([z.string(), z.array(z.string()), z.boolean(), z.number()])
export type AnswerValue = z.infer<typeof AnswerValue>
/** R162 */
export const QuestionAnswer = z.object({ questionId: z.string(), value: AnswerValue })
export type QuestionAnswer = z.infer<typeof QuestionAnswer>
/** As it is sent: what the value may be the question says. */
export const AnswersSent = z
  .array(
    z.strictObject({
      questionId: ItemId,
      value: z.union([
        z.string().check(z.maxLength(questionLimits.text)),
        z.array(ItemId).check(z.maxLength(questionLimits.options)),
        z.boolean(),
        z.number(),
      ]),
    }),
  )
  .check(z.maxLength(questionLimits.questions * 3))

/** How many have answered a question; how many chose each option ('yes', 'no' of a yes/no question); the sum of its numbers. */
const QuestionCount = z.object({
  answers: z.int(),
  options: z.optional(z.record(z.string(), z.int())),
  sum: z.optional(z.number()),
})
/** R165: by the question's id, of those who don't decline; R163: what those who declined have answered is kept with it as well. */
export const QuestionCounts = z.record(z.string(), z.extend(QuestionCount, { declined: z.optional(QuestionCount) }))
export type QuestionCount = z.infer<typeof QuestionCount>
export type QuestionCounts = z.infer<typeof QuestionCounts>
