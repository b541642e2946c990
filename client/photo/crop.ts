// Which part of a picture becomes the cover, and that part as a file: what leaves the device is no larger than it has to be.

/** How it is cut: from 1 on, how near; the rest in percent of the room there is to move. */
export interface Crop {
  readonly zoom: number
  readonly across: number
  readonly down: number
}
export const wholeCrop: Crop = { zoom: 1, across: 50, down: 50 }

interface Size {
  readonly width: number
  readonly height: number
}
export interface Cut extends Size {
  readonly left: number
  readonly top: number
}
/** The part of a picture that fills a room of this shape. */
export function cutOf({ width, height }: Size, { zoom, across, down }: Crop, shape: number): Cut {
  const widest = Math.min(width, height * shape)
  const [w, h] = [widest / zoom, widest / shape / zoom]
  return { width: w, height: h, left: ((width - w) * across) / 100, top: ((height - h) * down) / 100 }
}

/** The canvas as a file. */
async function fileOf(canvas: HTMLCanvasElement, type: 'image/jpeg' | 'image/png'): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.92))
  if (!blob) throw new Error('This browser makes no files of pictures')
  return new Uint8Array(await blob.arrayBuffer())
}

function drawingOn(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser draws no pictures')
  return { canvas, drawing }
}

/** Draws the whole picture anew as a PNG that fits into these measures: what is clear in it stays clear. */
export function scaled(picture: HTMLImageElement, most: Size): Promise<Uint8Array<ArrayBuffer>> {
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(1, most.width / width, most.height / height)
  const { canvas, drawing } = drawingOn(width * scale, height * scale)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return fileOf(canvas, 'image/png')
}

/** Draws the part anew, as a JPEG of at most this width. */
export function cropped(picture: HTMLImageElement, crop: Crop, shape: number, widest: number): Promise<Uint8Array<ArrayBuffer>> {
  const cut = cutOf({ width: picture.naturalWidth, height: picture.naturalHeight }, crop, shape)
  const width = Math.min(widest, cut.width)
  const { canvas, drawing } = drawingOn(width, width / shape)
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, cut.left, cut.top, cut.width, cut.height, 0, 0, canvas.width, canvas.height)
  return fileOf(canvas, 'image/jpeg')
}
