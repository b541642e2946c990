// What was typed or pasted of a person, cleaned, and what tells addresses apart.
import { normalEmail } from '#protocol/kernel/texts.ts'

/** No field may be longer than what a call takes; such a row is refused by itself. */
const longestField = 1000
const invisible = /[\u200b-\u200d\u2060\ufeff\u00a0]/g
export const clean = (field = '') => field.replace(invisible, ' ').trim().slice(0, longestField)
/** How addresses are distinguished (R13, R244). */
export const emailKey = normalEmail
