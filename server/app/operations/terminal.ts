// What a person reads who starts the server in a terminal: sentences, where a program that collects the log gets JSON lines.
import type { SetupGap } from '#protocol/app/operator.ts'
import { remedies } from '#server/kernel/operations/installation.ts'

const warning = 40
/** What pino puts on every line. */
const ofEveryLine = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const inFew = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // an email that is printed is text already
  }
}

/** A line of the log as a sentence, with what it is about behind it and the stack of an error below. Anything else stays as it is. */
export function inWords(line: string): string {
  const entry = line.startsWith('{') ? parsed(line) : undefined
  if (!entry) return line
  const about = Object.entries(entry).flatMap(([name, value]) => (ofEveryLine.has(name) ? [] : [`${name} ${inFew(value)}`]))
  const head = `  ${Number(entry.level) > warning ? 'Error' : Number(entry.level) === warning ? 'Warning' : 'Note'}: ${inFew(entry.msg ?? '')}`
  const stack = isObject(entry.err) ? `\n    ${inFew(entry.err.stack ?? entry.err.message).replaceAll('\n', '\n    ')}` : ''
  return `${head}${about.length > 0 ? ` (${about.join(', ')})` : ''}${stack}\n`
}

/** Where it is, and in a line each what isn't set up. */
export function welcome(publicUrl: string, gaps: readonly SetupGap[], printsEmails: boolean): string {
  const missing =
    gaps.length > 0 ? ['', '  Not set up yet (.env.example has all settings):', ...gaps.map((gap) => `  - ${remedies[gap]}`)] : []
  const emails = printsEmails ? [`  Emails are printed here as they leave, and kept at ${publicUrl}/dev/outbox`] : []
  return ['', `  Rolecall is ready: ${publicUrl}`, ...emails, ...missing, '', ''].join('\n')
}
