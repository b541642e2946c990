// What is kept of uploaded pictures (R214, R224): each file that was made of one, and how much of them a person or an organization has.
import type { PictureKind } from '#server/kernel/ports/pictures.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** A file, by its name in its address without what stands after the dot: `<hash>-<width>`, or the hash of a logo. */
export interface Picture extends Stored {
  /** Whose budget it counts for: a person's or an organization's. */
  readonly ownerId: string
  readonly kind: PictureKind
  readonly type: 'jpg' | 'png'
  readonly width: number
  readonly height: number
  readonly base64: string
  /** In how many records it stands: an event that is duplicated has the same one. */
  readonly uses: number
  /** Set while it stands nowhere: an undo may still bring it back. */
  readonly expiresAt: string | null
}
export const pictures: Collection<Picture> = {
  name: 'pictures',
  indexes: { expiry: { fields: ['expiresAt'] }, owner: { fields: ['ownerId'] } },
}

/** How many bytes of pictures a person or an organization has in use: kept here so that a decision writes the record that holds the limit. By their id. */
export interface PictureBudget extends Stored {
  readonly bytes: number
}
export const pictureBudgets: Collection<PictureBudget> = { name: 'pictureBudgets', indexes: { bytes: { fields: ['bytes'] } } }

/** How long a picture stays once it stands nowhere: longer than any undo of it. */
export const keptMs = 3_600_000

/** How many bytes a file has. */
export const bytesOf = ({ base64 }: Pick<Picture, 'base64'>) => Buffer.byteLength(base64, 'base64')
