// What is said of an uploaded photo (R224).
import { z } from 'zod/mini'

/** A photo as it was written anew: what its files are named by, a blur of 32 bytes as base64, and the hue of its most telling color, in degrees in OKLCH; null for a gray one. */
export const Photo = z.object({ hash: z.string(), blur: z.string(), hue: z.nullable(z.int()) })
export type Photo = z.infer<typeof Photo>
