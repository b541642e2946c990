// A PDF opened with pdf.js: its pages to draw, their text and links, its chapters. Heavy; comes only where one is shown (decision 0028).
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- what `?url` gives is Vite's: the address of the built file
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { giveMeaning } from './pdf-meaning.ts'

GlobalWorkerOptions.workerSrc = workerUrl

export interface Chapter {
  title: string
  /** Counted from 1. */
  page: number
}

export interface PdfLink {
  label: string
  page: number
  /** Its place on the page, in percent. */
  box: { left: number; top: number; width: number; height: number }
}

export interface PdfPage {
  number: number
  /** In CSS pixels at 100 %. */
  width: number
  height: number
  /** The returned function takes it back. */
  draw: (canvas: HTMLCanvasElement, scale: number) => () => void
  /** Puts the text, invisible, over the picture: to be selected, searched and read out. */
  addText: (box: HTMLElement) => Promise<void>
  links: () => Promise<PdfLink[]>
}

export interface OpenPdf {
  pages: readonly PdfPage[]
  chapters: readonly Chapter[]
  close: () => void
}

/** A PDF counts in points of 1/72 inch, a screen in pixels of 1/96. */
const pixelsPerPoint = 96 / 72

type Destination = string | readonly unknown[] | null

async function pageOf(pdf: PDFDocumentProxy, to: Destination): Promise<number> {
  const [ref] = (typeof to === 'string' ? await pdf.getDestination(to) : to) ?? []
  return ref ? (await pdf.getPageIndex(ref as Parameters<typeof pdf.getPageIndex>[0])) + 1 : 1
}

/** The headings below the title, without those below them. */
async function chaptersOf(pdf: PDFDocumentProxy): Promise<Chapter[]> {
  const outline = (await pdf.getOutline()) ?? []
  const first = outline.length === 1 ? (outline[0]?.items ?? []) : outline
  return Promise.all(first.map(async ({ title, dest }: { title: string; dest: Destination }) => ({ title, page: await pageOf(pdf, dest) })))
}

function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number): () => void {
  const viewport = page.getViewport({ scale: scale * pixelsPerPoint })
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  const task = page.render({ canvas, viewport })
  task.promise.catch((error: unknown) => {
    if (!(error instanceof RenderingCancelledException)) throw error
  })
  return () => task.cancel()
}

async function addText(page: PDFPageProxy, box: HTMLElement) {
  const textContentSource = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true })
  await new TextLayer({ textContentSource, container: box, viewport: page.getViewport({ scale: pixelsPerPoint }) }).render()
  giveMeaning(box, await page.getStructTree())
}

interface LinkAnnotation {
  subtype: string
  dest?: Destination
  overlaidText?: string
  rect: [left: number, bottom: number, right: number, top: number]
}

async function linksOf(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<PdfLink[]> {
  const { width, height } = page.getViewport({ scale: 1 })
  const found = ((await page.getAnnotations()) as LinkAnnotation[]).filter(({ subtype, dest }) => subtype === 'Link' && dest)
  return Promise.all(
    found.map(async ({ dest = null, overlaidText = '', rect: [left, bottom, right, top] }) => ({
      label: overlaidText,
      page: await pageOf(pdf, dest),
      box: {
        left: (100 * left) / width,
        top: (100 * (height - top)) / height,
        width: (100 * (right - left)) / width,
        height: (100 * (top - bottom)) / height,
      },
    })),
  )
}

/** Opens the PDF at `url`, every page of it. */
export async function openPdf(url: string): Promise<OpenPdf> {
  const opening = getDocument({ url, enableXfa: false, useWasm: false, useWorkerFetch: false })
  const pdf = await opening.promise
  const numbers = Array.from({ length: pdf.numPages }, (_, nth) => nth + 1)
  const pages = await Promise.all(numbers.map((number) => pdf.getPage(number)))
  return {
    chapters: await chaptersOf(pdf),
    pages: pages.map((page, nth) => {
      const { width, height } = page.getViewport({ scale: pixelsPerPoint })
      return {
        number: nth + 1,
        width,
        height,
        draw: (canvas, scale) => draw(page, canvas, scale),
        addText: (box) => addText(page, box),
        links: () => linksOf(pdf, page),
      }
    }),
    close: () => void opening.destroy(),
  }
}
