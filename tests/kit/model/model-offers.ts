// Offers of one's seat in the model: what is offered still, and how an offer ends by itself (R94).
import { type Model, type ModelPerson, personOf, withLetter, withPerson } from './model-state.ts'

/** The seats offered that the giver still has. */
export const seatsOffered = ({ attending, roles, handOver }: ModelPerson) =>
  attending === false ? [] : roles.filter((id) => handOver?.roles.includes(id))

/** An offer ends with the last of its seats. */
export function keepHandOver(model: Model, who: number): Model {
  const one = personOf(model, who)
  return one?.handOver && seatsOffered(one).length === 0 ? withPerson(model, { ...one, handOver: null }) : model
}

/** Ends those whose time is over, and tells whoever has a seat. */
export function endHandOvers(model: Model): Model {
  const over = model.people.filter(({ handOver }) => handOver && handOver.until <= model.now)
  return over.reduce((done, one) => {
    const ended = withPerson(done, { ...one, handOver: null })
    const isTold = !model.cancelled && one.attending !== false && one.roles.length > 0
    return isTold ? withLetter(ended, one.who) : ended
  }, model)
}
