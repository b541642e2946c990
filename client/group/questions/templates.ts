// Questions that many hosts ask, ready to be changed.
import { type DraftQuestion, newOption, newQuestion } from './question-list.ts'

export interface Template {
  readonly name: string
  readonly make: () => DraftQuestion
}
const options = (...labels: readonly string[]) => labels.map((label) => newOption(label))

export const templates: readonly Template[] = [
  {
    name: 'Diet',
    make: () =>
      newQuestion({
        label: 'What do you eat?',
        kind: 'choice',
        options: options('Everything', 'Vegetarian', 'Vegan', 'Gluten-free'),
        required: true,
        isSensitive: true,
      }),
  },
  {
    name: 'T-shirt size',
    make: () => newQuestion({ label: 'T-shirt size', kind: 'choice', options: options('XS', 'S', 'M', 'L', 'XL', 'XXL'), required: true }),
  },
  {
    name: 'Phone',
    make: () => newQuestion({ label: 'Phone number', help: 'For changes on the day itself.', kind: 'line', audience: 'door' }),
  },
  {
    name: 'Arrival',
    make: () => newQuestion({ label: 'When do you arrive?', kind: 'date' }),
  },
]
