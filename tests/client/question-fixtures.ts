// Questions as a group keeps them, for the tests of their screens.
import type { Question } from '#protocol/seats/questions/question.ts'

export const aQuestion = (part: Partial<Question> = {}): Question => ({
  _id: 'diet',
  label: 'Diet',
  help: '',
  kind: 'choice',
  options: [
    { _id: 'veg', label: 'Vegetarian' },
    { _id: 'meat', label: 'Everything' },
  ],
  required: false,
  of: 'yes',
  audience: 'organizers',
  isSensitive: false,
  ...part,
})
export const diet = aQuestion({ required: true })
export const phone = aQuestion({ _id: 'phone', label: 'Phone', kind: 'line', options: [], audience: 'door' })
export const age = aQuestion({ _id: 'age', label: 'Age', kind: 'number', options: [], min: 0 })
export const shirt = aQuestion({ _id: 'shirt', label: 'Shirt', isRetired: true, options: [{ _id: 's', label: 'S' }] })
