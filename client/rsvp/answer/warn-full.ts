// Says why a role can't be chosen when somebody taps it: at most once in two seconds, however often they tap.
import { toast } from '#client/ui/feedback/toast.tsx'
import { duplicateToastMs } from '#protocol/kernel/limits.ts'

let nextAt = 0

export function warnFull(sentence: string) {
  if (Date.now() < nextAt) return
  nextAt = Date.now() + duplicateToastMs
  toast.error(sentence)
}
