// R171: how a count says whether it counts people or answers, in the same words everywhere. Without a schema: the invitation draws it.

const written = (count: number) => count.toLocaleString('en')
/** '1 person', '1,200 people'. */
export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${written(count)} people`)
/** '1 answer', '1,200 answers': each of one guest and whoever comes along. */
export const answerText = (count: number): string => (count === 1 ? '1 answer' : `${written(count)} answers`)

/** Where an answer may stand for several people: a group that welcomes companions, or has some. */
export interface Parties {
  readonly maxCompanions?: number | undefined
  readonly companions?: number | undefined
}
export const areParties = ({ maxCompanions = 0, companions = 0 }: Parties): boolean => maxCompanions > 0 || companions > 0

/** So many answers: people, as long as each answer is one. */
export const partiesText = (count: number, group: Parties): string => (areParties(group) ? answerText(count) : peopleText(count))
