// The part of what an emailed link shows that says as whom its reader is known here (R255a): of an invitation, of help with an event, of a seat.
import { z } from 'zod/mini'

/** The address by which whoever asks is known here, where it is another than the one invited. */
export const hereAs = { hereAs: z.optional(z.string()) }
