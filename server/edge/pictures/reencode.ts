// Decodes a picture and writes it anew (R214, R224), by sharp: only the thread of its own calls it. Nothing of what came is in what goes out but its pixels.
import sharp, { type OutputInfo } from 'sharp'
import type { MadeFile, MadePicture, PictureKind } from '#server/kernel/ports/pictures.ts'
import { blurOf, hueOfTone, toneOf } from './colors.ts'
import { mostScans, scansOf } from './scans.ts'
import { sizesOf } from './sizes.ts'

// It reads 20 kinds of files, SVG and PDF among them; ours are these three.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

export interface PictureOrder {
  readonly bytes: Uint8Array
  readonly kind: PictureKind
}
/** What was made, or why nothing can be. */
type Refused = 'picture-pixels' | 'picture-broken'
export type PictureAnswer = MadePicture | Refused

/** A progressive JPEG or interlaced PNG lies whole in memory, up to 6 bytes a pixel, until its last pass; any other comes line by line. */
const mostHeld = 8e6

interface Pixels {
  readonly data: Buffer
  readonly info: OutputInfo
}
const raw = ({ data, info: { width, height, channels } }: Pixels) => sharp(data, { raw: { width, height, channels } })

/** As it is to be looked at: turned as its camera was held, in the colors of screens, cut to its room, no larger than it came. */
async function decoded(bytes: Uint8Array, kind: PictureKind): Promise<Pixels | Refused> {
  const { megapixels, fit, sizes, type } = sizesOf[kind]
  const given = { failOn: 'error', limitInputPixels: megapixels * 1e6 } as const
  const seen = await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata()
  const { format, width: w, height: h, orientation = 1, isProgressive } = seen
  if (w * h > (isProgressive ? Math.min(mostHeld, given.limitInputPixels) : given.limitInputPixels)) return 'picture-pixels'
  if (format === 'jpeg' && scansOf(bytes) > mostScans) return 'picture-broken'
  const [across, down] = orientation > 4 ? [h, w] : [w, h]
  const [room] = sizes
  const scale = Math.min(1, Math.max(across / room.width, down / room.height) || 1)
  const cut = Math.min(1, across / room.width, down / room.height)
  const [width, height] = [room.width, room.height].map((side) => Math.max(1, Math.round(side * (fit === 'cover' ? cut : scale))))
  const turned = sharp(bytes, given)
    .rotate()
    .resize({ width: width ?? 1, height: height ?? 1, fit, withoutEnlargement: fit === 'inside' })
    .toColourspace('srgb')
  const flat = type === 'jpg' ? turned.flatten({ background: '#ffffff' }).removeAlpha() : turned.ensureAlpha()
  return flat.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
}

const qualities = [74, 60, 46, 32, 18]
const blurs = [1, 2, 4, 8, 16]
/** The best that fits in so many bytes; what fits at no quality is drawn softer. */
async function fitting(pixels: Pixels, mostBytes: number): Promise<Buffer> {
  let made: Buffer = Buffer.alloc(0)
  for (let nth = 0; nth < qualities.length; nth++) {
    made = await raw(pixels)
      .jpeg({ quality: qualities[nth] ?? 18, mozjpeg: true })
      .toBuffer()
    if (made.length <= mostBytes) return made
    if (made.length > 3 * mostBytes) nth += 2
  }
  for (const sigma of blurs) {
    made = await raw(pixels).blur(sigma).jpeg({ quality: 32, mozjpeg: true }).toBuffer()
    if (made.length <= mostBytes) break
  }
  return made
}

/** As it is; a large one in 256 colors: a logo seldom has more. */
async function losing(pixels: Pixels, mostBytes: number): Promise<Buffer> {
  const made = await raw(pixels).png({ compressionLevel: 9 }).toBuffer()
  return made.length <= mostBytes ? made : raw(pixels).png({ palette: true, effort: 7 }).toBuffer()
}

async function filesOf(widest: Pixels, kind: PictureKind): Promise<MadeFile[]> {
  const { sizes, fit, type } = sizesOf[kind]
  const files: MadeFile[] = []
  for (const [nth, size] of sizes.entries()) {
    const smaller = raw(widest).resize({ width: size.width, height: size.height, fit, withoutEnlargement: true })
    const pixels = nth === 0 ? widest : await smaller.raw().toBuffer({ resolveWithObject: true })
    const { width, height } = pixels.info
    const bytes = await (type === 'png' ? losing : fitting)(pixels, size.mostBytes)
    files.push({ size: size.width, width, height, type, bytes })
  }
  return files
}

/** Gives the picture anew in its sizes. */
export async function writeAnew({ bytes, kind }: PictureOrder): Promise<PictureAnswer> {
  try {
    const widest = await decoded(bytes, kind)
    if (typeof widest === 'string') return widest
    const tiny = await raw(widest).flatten({ background: '#ffffff' }).resize(16, 16, { fit: 'fill' }).removeAlpha().raw().toBuffer()
    return { files: await filesOf(widest, kind), blur: blurOf(tiny), tone: toneOf(tiny), hue: hueOfTone(toneOf(tiny)) }
  } catch {
    return 'picture-broken' // whatever the decoder says: it is of what was sent
  }
}
