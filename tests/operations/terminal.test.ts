// What the server prints to a person at a terminal, and that a program that collects its log still gets JSON lines.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sayFewFiles } from '#server/app/operations/open-files.ts'
import { inWords, welcome } from '#server/app/operations/terminal.ts'
import { freePort } from '../kit/process/free-port.ts'
import { bundled, newFolder, run } from '../kit/process/process.ts'
import { comes } from '../kit/world/pace.ts'

const line = (entry: object) => `${JSON.stringify({ time: 1, pid: 7, hostname: 'here', ...entry })}\n`

test('a line of the log is a sentence with what it is about; the stack of an error stands below', () => {
  expect(inWords(line({ level: 40, msg: 'no email leaves' }))).toBe('  Warning: no email leaves\n')
  expect(inWords(line({ level: 30, msg: 'started', mail: 'outbox', tries: 2 }))).toBe('  Note: started (mail outbox, tries 2)\n')
  expect(inWords(line({ level: 50, msg: 'failed', err: { message: 'no', stack: 'Error: no\n    at one' } }))).toBe(
    '  Error: failed\n    Error: no\n        at one\n',
  )
})

test('what is no line of the log stays as it is', () => {
  expect(inWords('\n  To: ada@people.test\n')).toBe('\n  To: ada@people.test\n')
  expect(inWords('{ not json\n')).toBe('{ not json\n')
})

test('R243a the start says that few files may be open, and says nothing where there are enough or nobody knows', () => {
  const said = (limits: string) => {
    const lines: string[] = []
    sayFewFiles({ warn: (_: unknown, text: string) => lines.push(text) } as never, limits)
    return lines
  }
  const limits = (soft: string) =>
    `Limit   Soft Limit  Hard Limit  Units\nMax open files            ${soft}                524288               files\n`
  expect(said(limits('1024'))).toEqual([expect.stringContaining('only 1024 files')])
  for (const enough of [limits('4096'), limits('unlimited'), '']) expect(said(enough)).toEqual([])
})

test('the welcome names the address, and in a line each what is not set up; nothing where all is', () => {
  const text = welcome('http://localhost:3000', ['mail', 'admin'], true)
  expect(text).toContain('Rolecall is ready: http://localhost:3000\n')
  expect(text).toContain('http://localhost:3000/dev/outbox')
  expect(text.match(/^ {2}- .+$/gm)).toEqual([expect.stringContaining('SMTP_URL'), expect.stringContaining('ADMIN_EMAILS')])
  expect(welcome('http://localhost:3000', [], false)).toBe('\n  Rolecall is ready: http://localhost:3000\n\n')
})

/** What it has printed once it is ready and has said `what`: its log comes a moment later. */
async function started(what: string, env: Record<string, string>, under: readonly string[] = []) {
  const settings = { NODE_ENV: 'development', PORT: String(await freePort()), DATA_DIR: newFolder(), ...env }
  const server = run(settings, await bundled('server/app/main.ts'), under)
  for (const each of ['Rolecall is ready', what]) await comes(() => expect(server.output()).toContain(each))
  return server.output().replaceAll('\r', '')
}
/** `script` of util-linux gives a program a terminal. */
const atTerminal = ['sh', '-c', 'exec script --quiet --return --command "$0 $1" /dev/null']

test.skipIf(!existsSync('/usr/bin/script'))(
  'at a terminal no line is JSON; in a pipe, and in production, each one but the welcome is',
  async () => {
    expect(await started('Not set up yet', {}, atTerminal)).not.toContain('{"level"')
    expect(await started('{"level":40', {})).not.toContain('Not set up yet')
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://rsvp.example', PAYMENTS: 'off' }
    expect(await started('{"level":40', production, atTerminal)).not.toContain('Not set up yet')
  },
)

test.skipIf(!existsSync('/proc/self/limits'))('R243a a server that may have 1,024 files open says so when it starts', async () => {
  expect(await started('only 1024 files', {}, ['sh', '-c', 'ulimit -n 1024; exec "$0" "$1"'])).toContain('LimitNOFILE')
})
