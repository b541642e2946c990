// Looks for an order, one after the other, that explains what several commands at once were told and what they left behind.
import { isDeepStrictEqual } from 'node:util'
import { apply, type OpenedForm, sendForm } from './model.ts'
import type { Command, Model } from './model-state.ts'
import { pictureOfModel } from './model-view.ts'

/** A command that was in flight, and the code it was answered with; 'ok' if it was done, 'lost' if its server process ended first: then it may or may not have been done. */
export interface Answered {
  readonly command: Exclude<Command, { kind: 'form' }> | OpenedForm
  readonly outcome: string
}

/** What a command makes of a model. */
export const after = (model: Model, { command }: Answered) => (command.kind === 'opened' ? sendForm(model, command) : apply(model, command))

/** Shows a model, and how many emails each person got. */
export const endOf = (model: Model) => {
  const answered = model.people.flatMap(({ who }) => (model.letters[who] === undefined ? [] : [[who, model.letters[who]] as const]))
  return { ...pictureOfModel(model), letters: Object.fromEntries(answered) }
}
export type End = ReturnType<typeof endOf>

/** Gives the places of those of `all` that were done or refused, in an order that explains it, or undefined where there is none. */
export function orderOf(start: Model, all: readonly Answered[], end: End): number[] | undefined {
  const dead = new Set<string>()
  function search(model: Model, left: readonly number[]): number[] | undefined {
    if (left.length === 0) return isDeepStrictEqual(endOf(model), end) ? [] : undefined
    const key = JSON.stringify([left, model]) // all of it: who sat down first is in no picture, and tells who has to go
    if (dead.has(key)) return undefined
    for (const nth of left) {
      const answered = all[nth] as Answered
      const others = left.filter((one) => one !== nth)
      const made = after(model, answered)
      const outcome = typeof made === 'string' ? made : 'ok'
      const isLost = answered.outcome === 'lost'
      if (outcome === answered.outcome || (isLost && outcome === 'ok')) {
        const rest = search(typeof made === 'string' ? model : made, others)
        if (rest) return [nth, ...rest]
      }
      const without = isLost && search(model, others)
      if (without) return without
    }
    dead.add(key)
    return undefined
  }
  return search(
    start,
    all.map((_, nth) => nth),
  )
}
