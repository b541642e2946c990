// Draws a picture: the facts to vectors, the vectors to a file. Some 40 ms of work, with a photo 200, so only the thread of its own calls it.
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { layout } from './layout.ts'
import type { DrawnFrom } from './picture.ts'

/** Gives a PNG; with a photo in it a JPEG, a tenth as large. */
export async function draw(facts: DrawnFrom): Promise<Uint8Array> {
  const drawn = new Resvg(layout(facts), { font: { loadSystemFonts: false } }).render()
  if (!facts.photo) return drawn.asPng()
  const { width, height } = drawn
  return sharp(drawn.pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}
