// Has uploaded pictures written anew (R214, R224): one at a time, by a thread that is there only while there is one, behind a short queue.

import { createTurns } from '#server/edge/preview/fair-queue.ts'
import { createThread } from '#server/edge/preview/thread.ts'
import type { MakePicture } from '#server/kernel/ports/pictures.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { PictureAnswer, PictureOrder } from './reencode.ts'

const idleMs = 60_000
/** How many pictures may wait in memory, and how many of one person. */
export const pictureQueue = { waiting: 6, share: 2, ownersShare: 2 }

/** The three kinds, by their first bytes: whatever a name or a header says. */
export function isPicture(bytes: Uint8Array): boolean {
  const begins = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  return begins.startsWith('\x89PNG\r\n\x1a\n') || begins.startsWith('\xff\xd8\xff') || /^RIFF[\s\S]{4}WEBP$/.test(begins)
}

/** Opens the port; its thread begins with the first picture. */
export function createPictures(): MakePicture {
  const make = createThread<PictureOrder, PictureAnswer>({
    folder: import.meta.dirname,
    source: 'worker.ts',
    built: 'pictures.js',
    idleMs,
  })
  const ask = createTurns<PictureAnswer>(pictureQueue)
  return async (bytes, kind, asker) => {
    if (!isPicture(bytes)) refuse('picture-type-unknown')
    const made = await (ask([asker], () => make({ bytes, kind })) ?? refuse('busy'))
    return typeof made === 'string' ? refuse(made) : made
  }
}
