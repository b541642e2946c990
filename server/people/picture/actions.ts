// Keeps what was made of an uploaded picture (R214, R224), in the commit of the record that shows it.
import { pictureLimits } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { MadeFile, MadePicture, PictureKind } from '#server/kernel/ports/pictures.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { keptMs, pictureBudgets, pictures } from '#server/people/model/picture.ts'

interface Keeping {
  /** Whose budget it counts for. */
  readonly ownerId: string
  readonly kind: PictureKind
}
interface KeptPicture {
  /** Of a photo or a face: what all of its files are named by. */
  readonly hash: string
  /** The names of its files, the widest first: of a logo each is a hash of its own. */
  readonly names: readonly string[]
  readonly writes: readonly RecordWrite[]
}

/**
 * Gives what is to be written of a picture, and the names to keep in the record that shows it. They follow from owner and content, so nobody who has a
 * picture knows where somebody else's is. Refuses `pictures-full`. That it is in use from now on follows from the commit (`usesOf`).
 */
export async function keepPicture(
  { secrets, clock }: Services,
  tx: Reader,
  { files }: MadePicture,
  { ownerId, kind }: Keeping,
): Promise<KeptPicture> {
  const hashOf = (all: readonly MadeFile[]) =>
    secrets.idOf('picture', ownerId, ...all.map(({ bytes }) => Buffer.from(bytes).toString('latin1')))
  const hash = hashOf(files)
  const used = (await tx.get(pictureBudgets, ownerId))?.bytes ?? 0
  if (used + files.reduce((sum, { bytes }) => sum + bytes.length, 0) > pictureLimits.budgetBytes) refuse('pictures-full')
  const kept = files.map(async ({ size, bytes, ...file }) => {
    const _id = kind === 'logo' ? hashOf([{ size, bytes, ...file }]) : `${hash}-${size}`
    const before = await tx.get(pictures, _id)
    const { rev = 0, uses = 0 } = before ?? {}
    const expiresAt = uses > 0 ? null : iso(clock.now() + keptMs)
    return { ...file, _id, rev: rev + 1, ownerId, kind, base64: Buffer.from(bytes).toString('base64'), uses, expiresAt }
  })
  const records = await Promise.all(kept)
  // A logo that is small already is the same file twice.
  const once = [...new Map(records.map((one) => [one._id, one])).values()]
  return { hash, names: records.map(({ _id }) => _id), writes: once.map((one) => put(pictures, one)) }
}
