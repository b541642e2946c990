// A link as a QR code, for posters and screens; always dark on light, as cameras want it.
import { useEffect, useState } from 'react'
import { atRest } from './when-idle.ts'

export interface QrCodeProps {
  text: string
  /** What it leads to, for screen readers. */
  label: string
  /** Pixels. */
  size?: number
}

export const pathOf = (rows: boolean[][]) =>
  rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')

/** Draws the code as an SVG: its paper at once, and what is on it as soon as the page rests, since it takes a moment to compute. */
export function QrCode({ text, label, size = 176 }: QrCodeProps) {
  const [code, setCode] = useState<{ size: number; data: boolean[][] }>({ size: 1, data: [] })
  useEffect(() => {
    let isOver = false
    const draw = ({ encode }: typeof import('uqr')) => void (isOver || setCode(encode(text, { ecc: 'M', border: 0 })))
    // Without it the link stands there all the same.
    const stop = atRest(() => void import('uqr').then(draw, () => {}))
    return () => {
      isOver = true
      stop()
    }
  }, [text])
  return (
    <span className="inline-flex rounded border border-line bg-paper p-3">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${code.size} ${code.size}`}
        width={size}
        height={size}
        shapeRendering="crispEdges"
        className="text-print"
      >
        <path d={pathOf(code.data)} fill="currentColor" />
      </svg>
    </span>
  )
}
