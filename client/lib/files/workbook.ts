// A table as a workbook (.xlsx). Every cell is a text, a number or a time by its type, never a formula (R233, decision 0150). Comes only when it is asked for.
import { strToU8, zipSync } from 'fflate'
import { type Column, headingOf, shownAt, type Table } from './table.ts'

/** What Excel takes in one cell; a longer text ends in dots. */
const maxInCell = 32_767
const dayMs = 86_400_000
/** The days from the first of a workbook's calendar to 1970. */
const firstDay = 25_569

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const coded = (text: string) => `_x${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
/** What XML can't hold goes by its number; so does what would be read as one. */
const inXml = (text: string) =>
  text
    .replace(/_(?=x[\dA-F]{4}_)/gi, coded)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, coded)
    .replace(/[&<>"]/g, (mark) => escapes[mark] ?? mark)

/** 'A' to 'Z', then 'AA'. */
const lettersOf = (at: number): string => (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

// The styles of the cells, by their places in `styles` below.
const [texts, times, headings] = [1, 2, 3]
function textCell(text: string, ref: string, style = texts) {
  const fits = text.length > maxInCell ? `${text.slice(0, maxInCell - 1)}…` : text
  return `<c r="${ref}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${inXml(fits)}</t></is></c>`
}
/** Rounded up by less than a millisecond: what cuts off its end finds the second it was. */
const serial = (iso: string, zone: string) => Math.ceil((shownAt(iso, zone) / dayMs + firstDay) * 1e9) / 1e9
const isNumber = (cell: string) => /^-?\d{1,15}(?:\.\d{1,9})?$/.test(cell)

function cellOf(cell: string, is: Column['is'], ref: string, zone: string): string {
  if (cell === '') return ''
  if (is === 'time') return `<c r="${ref}" s="${times}"><v>${serial(cell, zone)}</v></c>`
  return is === 'number' && isNumber(cell) ? `<c r="${ref}"><v>${cell}</v></c>` : textCell(cell, ref)
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const ooxml = 'http://schemas.openxmlformats.org'
const main = `xmlns="${ooxml}/spreadsheetml/2006/main"`
const related = `${ooxml}/officeDocument/2006/relationships`
const link = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${related}/${type}" Target="${target}"/>`
const links = (...all: readonly string[]) => `<Relationships xmlns="${ooxml}/package/2006/relationships">${all.join('')}</Relationships>`
const kindOf = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`

const styles = `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

/** As wide as its heading and its first cells, within reason. */
function widthsOf({ columns, rows, zone }: Table): string {
  const widths = columns.map((column, at) => {
    const lengths = rows.slice(0, 100).map((cells) => (column.is === 'time' ? 16 : (cells[at] ?? '').length))
    return Math.min(50, Math.max(headingOf(column, zone).length, ...lengths) + 2)
  })
  return widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')
}

/** The heading stays in sight. */
const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

function sheetOf(table: Table): string {
  const { columns, rows, zone } = table
  const letters = columns.map((_, at) => lettersOf(at))
  const heading = columns.map((column, at) => textCell(headingOf(column, zone), `${letters[at]}1`, headings)).join('')
  const filled = rows.map((cells, nth) =>
    columns.map(({ is }, at) => cellOf(cells[at] ?? '', is, `${letters[at]}${nth + 2}`, zone)).join(''),
  )
  const data = [heading, ...filled].map((cells, nth) => `<row r="${nth + 1}">${cells}</row>`).join('')
  return `<worksheet ${main}>${frozen}<cols>${widthsOf(table)}</cols><sheetData>${data}</sheetData></worksheet>`
}

/** Gives the bytes of the file. */
export function workbookOf(table: Table): Uint8Array<ArrayBuffer> {
  const types = [kindOf('workbook', 'sheet.main'), kindOf('worksheets/sheet1', 'worksheet'), kindOf('styles', 'styles')].join('')
  const sheet = `<sheets><sheet name="${inXml(table.title)}" sheetId="1" r:id="rId1"/></sheets>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${ooxml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types}</Types>`,
    '_rels/.rels': links(link('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${related}">${sheet}</workbook>`,
    'xl/_rels/workbook.xml.rels': links(link('rId1', 'worksheet', 'worksheets/sheet1.xml'), link('rId2', 'styles', 'styles.xml')),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheetOf(table),
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(head + xml)])))
}
