// Has uploaded pictures written anew (R214, R224): one at a time, by a thread that is there only while there is one, behind a short queue.
import { openThread } from '#server/edge/preview/thread.ts'
import { openTurns } from '#server/edge/preview/turns.ts'
import type { MakePicture } from '#server/kernel/ports/pictures.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { PictureAnswer, PictureOrder } from './write-anew.ts'

const idleMs = 60_000
/** How many pictures may wait in memory, and how many of one person. */
export const pictureQueue = { waiting: 6, share: 2, ownersShare: 2 }

/** The three kinds, by their first bytes: whatever a name or a header says. */
export function isPicture(bytes: Uint8Array): boolean {
  const begins = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  return begins.startsWith('\x89PNG\r\n\x1a\n') || begins.startsWith('\xff\xd8\xff') || /^RIFF[\s\S]{4}WEBP$/.test(begins)
}

/** Opens the port; its thread begins with the first picture. */
export function openPictures(): MakePicture {
  const make = openThread<PictureOrder, PictureAnswer>({
    folder: import.meta.dirname,
    source: 'worker.ts',
    built: 'pictures.js',
    idleMs,
  })
  const ask = openTurns<PictureAnswer>(pictureQueue)
  return async (bytes, kind, asker) => {
    if (!isPicture(bytes)) refuse('picture-type-unknown')
    const made = await (ask([asker], () => make({ bytes, kind })) ?? refuse('busy'))
    return typeof made === 'string' ? refuse(made) : made
  }
}
