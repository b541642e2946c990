// What pictures of each kind are made into, and what may come in.
import { pictureLimits } from '#protocol/kernel/limits.ts'
import type { PictureKind } from '#server/kernel/ports/pictures.ts'

interface Size {
  readonly width: number
  readonly height: number
  /** Of the file; a PNG that would have more keeps 256 colors. */
  readonly mostBytes: number
}
interface Made {
  readonly megapixels: number
  readonly type: 'jpg' | 'png'
  /** A photo fills its room and is cut to it; a logo is shown whole. */
  readonly fit: 'cover' | 'inside'
  /** The widest first. */
  readonly sizes: readonly [Size, ...Size[]]
}

export const sizesOf: Readonly<Record<PictureKind, Made>> = {
  photo: {
    megapixels: pictureLimits.photo.megapixels,
    type: 'jpg',
    fit: 'cover',
    sizes: [
      { width: 1600, height: 900, mostBytes: 120_000 },
      { width: 800, height: 450, mostBytes: 50_000 },
    ],
  },
  face: {
    megapixels: pictureLimits.photo.megapixels,
    type: 'jpg',
    fit: 'cover',
    sizes: [
      { width: 256, height: 256, mostBytes: 24_000 },
      { width: 96, height: 96, mostBytes: 6_000 },
    ],
  },
  logo: {
    megapixels: pictureLimits.logo.megapixels,
    type: 'png',
    fit: 'inside',
    sizes: [
      { width: 512, height: 256, mostBytes: 60_000 },
      { width: 160, height: 80, mostBytes: 10_000 },
    ],
  },
}
