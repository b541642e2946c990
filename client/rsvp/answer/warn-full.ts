// Says that a role is full when somebody taps it: at most once in two seconds, however often they tap.
import { toast } from '#client/ui/feedback/toast.tsx'
import { duplicateToastMs } from '#protocol/kernel/limits.ts'
import { fullSentence } from './seats.ts'

let nextAt = 0

export function warnFull(name: string) {
  if (Date.now() < nextAt) return
  nextAt = Date.now() + duplicateToastMs
  toast.error(fullSentence(name))
}
