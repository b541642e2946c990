// What is said of how a group filled: the seats of each role over time (R109).
import { z } from 'zod/mini'
import { get } from '#protocol/kernel/endpoint.ts'
import { count, GroupId } from '#protocol/kernel/fields.ts'

/** How one role stood: `count` seats were taken or held by an offer, of `total`. */
export const SeatCounts = z.object({
  count: z.int(),
  total: z.int(),
  /** Of those, the seats whose holders had confirmed; absent for none. */
  confirmed: z.optional(z.int()),
})
export type SeatCounts = z.infer<typeof SeatCounts>

/** How a group stood from `at` on, until the next point: the roles it had then, by name. */
export const FillPoint = z.object({
  at: z.string(),
  /** How many had answered, with yes or no. */
  answers: z.int(),
  roles: z.record(z.string(), SeatCounts),
})
export type FillPoint = z.infer<typeof FillPoint>

/** A role of the points. `name` is its key in them: the current name, or the last one of a role that was deleted. */
export const FilledRole = z.object({
  _id: z.string(),
  name: z.string(),
  isDeleted: z.optional(z.literal(true)),
  /** Since when it has been full; absent while it isn't. */
  fullSince: z.optional(z.string()),
})
export type FilledRole = z.infer<typeof FilledRole>

/** For those who may see the board. The last point is how the group stands now. */
export const FillHistory = z.object({
  _id: z.string(),
  /** That of the group in the last point. */
  rev: z.int(),
  points: z.array(FillPoint),
  roles: z.array(FilledRole),
  /** Where the whole curve begins, whatever part of it the points show. */
  begins: FillPoint,
  /** How many had answered a day ago, or where the curve begins, if that is later. */
  answersBefore: z.int(),
})
export type FillHistory = z.infer<typeof FillHistory>

/** A group's curve in little: how much of all seats was taken at times at equal distances, from `from` until now, in percent. */
export const Sparkline = z.object({ groupId: z.string(), from: z.string(), percents: z.array(z.int()) })
export type Sparkline = z.infer<typeof Sparkline>

/** So many sparklines are asked for at once. */
export const maxSparklines = 50
const groupIds = new RegExp(`^[0-9a-f]{24}(?:,[0-9a-f]{24}){0,${maxSparklines - 1}}$`)

export const historyApi = {
  /** Groups that the caller doesn't manage are left out. */
  sparklines: get(
    '/group/sparklines',
    z.strictObject({ groups: z.string().check(z.regex(groupIds, 'Please name at most 50 groups')) }),
    z.object({ sparklines: z.array(Sparkline) }),
  ),
  /** The last `days` only, where they are named. */
  read: get('/group/:id/history', z.strictObject({ id: GroupId, days: z.optional(count(1, 400)) }), FillHistory),
}
