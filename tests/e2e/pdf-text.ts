// The text of each page of a PDF.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export async function pageTexts(data: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const pages = Array.from({ length: pdf.numPages }, async (_, at) => {
    const { items } = await (await pdf.getPage(at + 1)).getTextContent()
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  })
  return Promise.all(pages)
}
