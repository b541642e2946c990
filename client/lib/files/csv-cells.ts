// What every CSV file we save has in common: no cell is ever read as a formula.

const isFormula = (text: string) => /^[=+\-@]/.test(text.normalize('NFKC').replace(/^[\s\p{Default_Ignorable_Code_Point}]+/u, ''))
/** The cell as a text. Some spreadsheets read full width as the plain character, skip what can't be seen, or part cells at semicolons and tabs too. */
export const asText = (cell: string) =>
  cell
    .split(/(?<=[;\t])(?! )/)
    .map((part) => (isFormula(part) ? `'${part}` : part))
    .join('')

/** Whether a cell needs quotes, besides those that always do. */
export const quotes = (cell: unknown) => /[;\t]/.test(String(cell))

/** The name of the file, after what it is about. */
export const fileName = (name: string, otherwise: string) =>
  `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || otherwise}.csv`
