// What a strict SMTP server finds wrong with a message it is given without SMTPUTF8 and 8BITMIME: RFC 5321, 5322, 2045, 2047 and, for calendars, 6047.

const once = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'reply-to', 'content-type', 'content-transfer-encoding']
const address = /^[\x21-\x3f\x41-\x7e]+@[a-z0-9.-]+$/i

interface Part {
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: string
}
const partOf = (raw: string): Part => {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(name.length + 1).trim()])
  }
  return { headers, body: rest.join('\r\n\r\n') }
}
const fieldOf = ({ headers }: Part, name: string) => headers.get(name)?.[0] ?? ''

/** The message and all parts of it. */
export function partsOf(raw: string): Part[] {
  const whole = partOf(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(fieldOf(whole, 'content-type'))?.[1]
  if (!boundary) return [whole]
  const inside = whole.body.split(`--${boundary}`).slice(1, -1)
  return [whole, ...inside.flatMap((part) => partsOf(part.replace(/^\r\n|\r\n$/g, '')))]
}

/** What a part says, decoded. */
export function decodedPart(part: Part): string {
  const encoding = fieldOf(part, 'content-transfer-encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString()
  if (encoding !== 'quoted-printable') return part.body
  const bytes = part.body.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
  return Buffer.from(bytes, 'latin1').toString()
}

function faultsOfPart(part: Part): string[] {
  const [type, filename] = [fieldOf(part, 'content-type'), /filename="?([^";]*)/.exec(fieldOf(part, 'content-disposition'))?.[1]]
  const text = decodedPart(part)
  const method = /^METHOD:(\w+)/m.exec(text)?.[1]
  const isForm = type.startsWith('text/calendar') && filename === undefined
  return [
    ...(!type.startsWith('text/') || /charset=utf-8/i.test(type) ? [] : [`${type} says no character set`]),
    ...(isForm && method !== /method=(\w+)/.exec(type)?.[1] ? [`${type} holds METHOD:${method}`] : []),
    ...(filename === undefined || /^[\x20-\x7e]+$/.test(filename) ? [] : [`the file name ${filename}`]),
    ...(text.includes('\ufffd') ? [`${type} can't be decoded`] : []),
  ]
}

export interface Envelope {
  readonly from: string
  readonly to: readonly string[]
}

/** All that is wrong with it. */
export function smtpFaults(raw: string, { from, to }: Envelope): string[] {
  const whole = partOf(raw)
  const lines = raw.split('\r\n')
  const words = raw.split('\r\n\r\n', 1)[0]?.match(/=\?[^?\s]+\?[BQ]\?[^?]*\?=/gi) ?? []
  return [
    ...[from, ...to].filter((one) => !address.test(one)).map((one) => `the address ${one}`),
    ...lines.filter((line) => Buffer.byteLength(line) > 998).map((line) => `a line of ${line.length} bytes`),
    ...(/[\r\n]/.test(lines.join('')) ? ['a bare CR or LF'] : []),
    ...lines.filter((line) => /[^\t\x20-\x7e]/.test(line)).map((line) => `a line that isn't 7-bit: ${line}`),
    ...words.filter((word) => word.length > 75).map((word) => `an encoded word of ${word.length} characters`),
    ...once.filter((name) => (whole.headers.get(name) ?? []).length > 1).map((name) => `several fields ${name}`),
    ...['from', 'to', 'subject', 'date', 'message-id'].filter((name) => !whole.headers.has(name)).map((name) => `no field ${name}`),
    ...[...whole.headers.keys()].filter((name) => !/^[!-9;-~]+$/.test(name)).map((name) => `a field called ${name}`),
    ...partsOf(raw).flatMap(faultsOfPart),
  ]
}
