// The fields for moments: an instant, what a clock shows, a zone. Apart from the others, since logging in needs none of them.
import { z } from 'zod/mini'
import { isKnownZone } from './clocks.ts'

const instantSentence = 'Please enter a valid date and time'
/** Kept in UTC with four digits, or texts would not sort as times do. */
const hasPlainYear = (text: string) => /^\d{4}$/.test(String(new Date(text).getUTCFullYear()))
/** R53: an instant with its offset; kept in UTC. */
export const Instant = z.pipe(
  z.iso.datetime({ offset: true, error: instantSentence }).check(z.refine<string>(hasPlainYear, instantSentence)),
  z.transform((text: string) => new Date(text).toISOString()),
)

/** R234: what the sender's clock shows at an instant that is sent beside it, as a datetime-local field has it. */
export const ShownClock = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, instantSentence))

/** R53: an IANA zone. */
export const TimeZone = z
  .string('Please choose a time zone')
  .check(z.maxLength(64), z.refine<string>(isKnownZone, 'Please choose a time zone'))
