// Other budgets for one test: less, so that it is soon filled, or without an end, as its control.
import { onTestFinished } from 'vitest'

/** Changes what a budget allows until the test ends. */
export function allow<Budget extends object>(given: Budget, change: Partial<Budget>) {
  const before = { ...given }
  Object.assign(given, change)
  onTestFinished(() => void Object.assign(given, before))
}
