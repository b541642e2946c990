// What a picture is drawn from: its facts, with the files that they name.
import type { PictureFacts } from '#server/seats/model/event-picture.ts'

export const pictureSize = { width: 1200, height: 630 } as const

/** R252: whatever is drawn is a fact, or a file that one names. */
export interface DrawnFrom extends Omit<PictureFacts, 'photo' | 'logo'> {
  /** A JPEG as base64. */
  readonly photo?: { readonly base64: string; readonly hue: number | null }
  /** A PNG as base64. */
  readonly logo?: { readonly base64: string; readonly width: number; readonly height: number }
}
