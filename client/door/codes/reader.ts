// Reads a QR code off a picture of the camera: by the browser's own detector, or in a worker by the one that comes with us.
/** Of browsers that have it; the types of the DOM don't name it yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
declare const BarcodeDetector: { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> } | undefined

export interface Reader {
  /** The text of a code in sight. */
  read(video: HTMLVideoElement): Promise<string | undefined>
  close(): void
}

async function ownReader(): Promise<Reader | undefined> {
  if (typeof BarcodeDetector === 'undefined') return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!formats.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue, close: () => {} }
}

/** Larger pictures take longer, and are read no better: a pass held into the camera fills most of it. */
const longestSide = 800

function workerReader(): Reader {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return {
    async read(video) {
      const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight, 1))
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
      if (!pen || width === 0) return undefined
      Object.assign(canvas, { width, height })
      pen.drawImage(video, 0, 0, width, height)
      const picture = pen.getImageData(0, 0, width, height)
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data)
        worker.onerror = () => reject(new Error('The reader failed'))
        worker.postMessage(picture, [picture.data.buffer])
      })
    },
    close: () => worker.terminate(),
  }
}

export const openReader = async (): Promise<Reader> => (await ownReader()) ?? workerReader()
