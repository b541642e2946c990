// R224c: an event's photo as a cover draws it. It brings no schema: the invitation's first load has none.
import type { CoverPhoto } from '#client/ui/seats/cover-photo.tsx'
import type { Photo } from '#protocol/people/picture.ts'

const addressOf = ({ hash }: Pick<Photo, 'hash'>, width: number) => `/photo/${hash}-${width}.jpg`

/** Of a person's picture, in the smallest size that will do. */
export const faceAddress = (hash: string, width: 96 | 256) => addressOf({ hash }, width)

export const coverPhoto = (photo: Photo | null | undefined): CoverPhoto | null =>
  photo ? { small: addressOf(photo, 800), large: addressOf(photo, 1600), blur: photo.blur, hue: photo.hue } : null
