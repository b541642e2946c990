// The open guide: a way to its chapters, its size, and its pages one under the other.
import { ZoomIn, ZoomOut } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import type { OpenPdf } from './pdf.ts'
import { PdfPageView } from './pdf-page-view.tsx'

const zooms = [1, 1.25, 1.5, 2, 3] as const
type Zoom = (typeof zooms)[number]

const pageId = (number: number) => `guide-page-${number}`
function goTo(page: number) {
  const target = document.getElementById(pageId(page))
  target?.scrollIntoView({ block: 'start' })
  target?.focus({ preventScroll: true })
}

/** The width of an element, followed. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}

/** Where the pages begin on the screen, under the bar and the tools. */
const firstLine = 116

/** Keeps the line one reads where it is while the pages around it grow or shrink. */
function useSamePlace(element: RefObject<HTMLElement | null>, zoom: number) {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const grown = zoom / before.current
    before.current = zoom
    const read = firstLine - (element.current?.getBoundingClientRect().top ?? firstLine)
    if (grown !== 1 && read > 0) window.scrollBy(0, read * (grown - 1))
  }, [element, zoom])
}

function ViewerTools({ pdf, zoom, onZoom }: { pdf: OpenPdf; zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const at = zooms.indexOf(zoom)
  const [smaller, larger] = [zooms[at - 1], zooms[at + 1]]
  return (
    <div className="sticky top-[calc(var(--top-bar)+3.5rem)] low:static z-10 -mx-1 flex items-center gap-2 bg-canvas px-1 py-2">
      <Select
        aria-label="Go to chapter"
        className="min-w-0 flex-1"
        value=""
        options={[{ value: '', label: 'Go to chapter…' }, ...pdf.chapters.map(({ title }, nth) => ({ value: String(nth), label: title }))]}
        onValue={(nth) => goTo(pdf.chapters[Number(nth)]?.page ?? 1)}
      />
      <IconButton
        label="Smaller"
        variant="secondary"
        icon={<ZoomOut aria-hidden="true" />}
        disabled={!smaller}
        onClick={() => smaller && onZoom(smaller)}
      />
      <span role="status" className="tabular w-12 text-center text-13">
        {Math.round(zoom * 100)}&nbsp;%
      </span>
      <IconButton
        label="Larger"
        variant="secondary"
        icon={<ZoomIn aria-hidden="true" />}
        disabled={!larger}
        onClick={() => larger && onZoom(larger)}
      />
    </div>
  )
}

/** Larger than the screen it scrolls sideways by itself, not the page. */
export function GuideViewer({ pdf }: { pdf: OpenPdf }) {
  const [zoom, setZoom] = useState<Zoom>(1)
  const { element, width } = useWidth()
  useSamePlace(element, zoom)
  return (
    <div className="flex flex-col gap-3">
      <ViewerTools pdf={pdf} zoom={zoom} onZoom={setZoom} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <section ref={element} aria-label="Pages" tabIndex={0} className="flex flex-col gap-4 overflow-x-auto">
        {width > 0 &&
          pdf.pages.map((page) => (
            <PdfPageView
              key={page.number}
              id={pageId(page.number)}
              page={page}
              width={Math.round(width * zoom)}
              label={`Page ${page.number} of ${pdf.pages.length}`}
              onGo={goTo}
            />
          ))}
      </section>
    </div>
  )
}
