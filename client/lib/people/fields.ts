// What tells the addresses of a list apart.
import { normalEmail } from '#protocol/kernel/texts.ts'

/** How addresses are distinguished (R13, R244). */
export const emailKey = normalEmail
