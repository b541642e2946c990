// One page of a PDF: its picture, drawn when it comes near, its text over it, and its links.
import { useEffect, useRef, useState } from 'react'
import { cx } from '#client/ui/cx.ts'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import type { PdfLink, PdfPage } from './pdf.ts'
import './pdf-text.css'

interface Props {
  id: string
  page: PdfPage
  /** In CSS pixels. */
  width: number
  label: string
  /** Goes to a page, counted from 1. */
  onGo: (page: number) => void
}

/** More device pixels than this per page a phone can't keep. */
const maxPixels = 12_000_000

const scaleFor = ({ width, height }: PdfPage, shown: number) => {
  const scale = (shown / width) * Math.max(window.devicePixelRatio, 1)
  return Math.min(scale, Math.sqrt(maxPixels / (width * height)))
}

/** Draws while the page is near the screen, anew for each size. */
function usePicture(page: PdfPage, width: number) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // The first page waits for nothing.
  const [isNear, setNear] = useState(page.number === 1)
  useEffect(() => {
    if (!canvas.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '1000px 0px' })
    observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (isNear && canvas.current ? page.draw(canvas.current, scaleFor(page, width)) : undefined), [page, width, isNear])
  return canvas
}

function useText(page: PdfPage) {
  const box = useRef<HTMLDivElement>(null)
  const [links, setLinks] = useState<readonly PdfLink[]>([])
  useEffect(() => {
    const text = document.createElement('div')
    text.className = 'pdf-text'
    box.current?.replaceChildren(text)
    page.addText(text).catch(() => text.remove())
    page.links().then(setLinks, () => {})
  }, [page])
  return { box, links }
}

const lines = ['mb-4 w-1/2', 'w-full', 'w-11/12', 'w-10/12', 'w-9/12', 'w-8/12']

/** What a page is like before it is drawn; its picture covers them. */
const Lines = () => (
  <div className="absolute inset-x-[10%] top-[8%] flex flex-col gap-3">
    {lines.map((line) => (
      <span key={line} className={cx('h-3 rounded-sm bg-print/10', line)} />
    ))}
  </div>
)

const percent = (box: PdfLink['box']) => Object.fromEntries(Object.entries(box).map(([side, value]) => [side, `${value}%`]))

export function PdfPageView({ id, page, width, label, onGo }: Props) {
  const canvas = usePicture(page, width)
  const { box, links } = useText(page)
  const style = { width, height: (width * page.height) / page.width, '--total-scale-factor': (width / page.width) * (96 / 72) }
  return (
    <section
      id={id}
      aria-label={label}
      tabIndex={-1}
      style={style}
      className="relative shrink-0 scroll-mt-32 overflow-hidden rounded bg-paper text-print shadow-card focus:outline-none"
    >
      <div aria-hidden="true" className="absolute inset-0">
        <Lines />
        <canvas ref={canvas} className="relative size-full" />
        <div className="pdf-dim absolute inset-0" />
      </div>
      <div ref={box} />
      {links.map((link) => (
        <a
          key={`${link.box.left}/${link.box.top}`}
          href={`#guide-page-${link.page}`}
          style={percent(link.box)}
          className="absolute"
          onClick={(event) => {
            event.preventDefault()
            onGo(link.page)
          }}
        >
          <VisuallyHidden>{link.label}</VisuallyHidden>
        </a>
      ))}
    </section>
  )
}
