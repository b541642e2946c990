// The same code as files: PNG for documents and chats, SVG for print.
import { Download } from 'lucide-react'
import { Button } from './actions/button.tsx'
import { toastNotLoaded } from './feedback/not-loaded.tsx'
import { pathOf } from './qr-code.tsx'

/** Modules of white around the code, which cameras need on a colored poster. */
const border = 4
const pngPixels = 1024

async function svgOf(text: string) {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pngPixels}" height="${pngPixels}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${pathOf(data)}"/></svg>`
}

async function pngOf(text: string): Promise<Blob | null> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border })
  const scale = Math.ceil(pngPixels / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(x * scale, y * scale, scale, scale)
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A name that every file system takes. */
const fileName = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'invitation'

/** `title` names the files. */
export function QrDownloads({ text, title }: { text: string; title: string }) {
  const savePng = async () => {
    const file = await pngOf(text)
    if (file) save(file, `${fileName(title)}.png`)
  }
  const saveSvg = async () => save(new Blob([await svgOf(text)], { type: 'image/svg+xml' }), `${fileName(title)}.svg`)
  const icon = <Download aria-hidden="true" />
  return (
    <div className="-mt-2 flex gap-1">
      <Button
        size="sm"
        variant="ghost"
        icon={icon}
        aria-label="Download the QR code as PNG"
        onClick={() => void savePng().catch(toastNotLoaded)}
      >
        PNG
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={icon}
        aria-label="Download the QR code as SVG"
        onClick={() => void saveSvg().catch(toastNotLoaded)}
      >
        SVG
      </Button>
    </div>
  )
}
