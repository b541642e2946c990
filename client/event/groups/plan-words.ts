// How many groups an event may have, in words.
import { planSentence } from '#client/lib/settings.ts'
import { mostGroups } from '#protocol/kernel/limits.ts'

const groupsFull = `An event has at most ${mostGroups} groups. Delete one to add another.`
/** Said before anything is typed that couldn't be kept. */
export const groupsOfPlan = (limit: number) =>
  limit >= mostGroups
    ? groupsFull
    : planSentence(`On your plan an event has one group. With Pro it has up to ${mostGroups}. Upgrade your plan for more.`)
