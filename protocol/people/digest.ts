// What is said about the emails that tell organizers how their events stand (R100).
import { z } from 'zod/mini'

/** When a person gets them; daily unless they say otherwise. */
export const newsChoices = ['off', 'daily', 'at-once'] as const
export type NewsChoice = (typeof newsChoices)[number]
export const NewNews = z.strictObject({ news: z.enum(newsChoices) })
export type NewNews = z.infer<typeof NewNews>
