// A copy of the project in which faults are planted and tests are run: the project itself is never touched.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { suiteOf } from '../tiers.ts'
import { type Planted, plant } from './planted.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const leftOut = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.env'])
/** How long a run may take: of one fault, and of all named tests without any. */
const [timeoutMs, firstTimeoutMs] = [180_000, 900_000]

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
})
export type TestFile = z.infer<typeof Report>['testResults'][number]

/** Which tests are to be run: all of `files`, or those whose whole title `only` matches. */
export interface Wanted {
  readonly files: readonly string[]
  readonly only?: string | undefined
}
export interface Ran {
  readonly files: readonly TestFile[]
  /** What it printed, for when there is no report. */
  readonly said: string
}

export type Shop = ReturnType<typeof openShop>

/** Copies the sources into a folder of their own; the packages are shared, what tools keep about them is not. */
export function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-planted-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', close)
  cpSync(root, folder, { recursive: true, filter: (path) => dirname(path) !== root || !leftOut.has(basename(path)) })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !/^\.(?!bin$)/.test(one)))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))

  /** Plants faults while `work` runs, and takes them out again. */
  async function withPlanted<T>(faults: readonly Planted[], work: () => Promise<T>): Promise<T> {
    const before = new Map<string, string>()
    try {
      for (const fault of faults) {
        const file = join(folder, fault.file)
        const text = readFileSync(file, 'utf8')
        if (!before.has(file)) before.set(file, text)
        writeFileSync(file, plant(fault, text))
      }
      return await work()
    } finally {
      for (const [file, text] of before) writeFileSync(file, text)
    }
  }

  /** Runs tests, up to the first that fails. */
  async function test({ files, only }: Wanted, limitMs = timeoutMs): Promise<Ran> {
    const report = join(folder, 'report.json')
    rmSync(report, { force: true })
    const suites = [...new Set(files.map(suiteOf))].flatMap((suite) => ['--project', suite])
    const named = only === undefined ? [] : ['--testNamePattern', only]
    const output = ['--reporter=json', `--outputFile.json=${report}`, '--bail=1']
    const said = await run(folder, ['node_modules/vitest/vitest.mjs', 'run', ...suites, ...named, ...output, ...files], limitMs)
    return { files: filesIn(report), said }
  }

  const compile = () => run(folder, ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'], timeoutMs)
  const testAll = (wanted: Wanted) => test(wanted, firstTimeoutMs)
  return { withPlanted, test, testAll, compile, close }
}

/** Runs a program of Node in the copy, with an end to its time; answers what it printed. */
function run(folder: string, args: readonly string[], timeout: number): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout })
  const stop = () => child.kill()
  process.once('exit', stop)
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  return new Promise((resolve) => {
    const end = () => {
      process.off('exit', stop)
      resolve(Buffer.concat(printed).toString())
    }
    child.once('error', end)
    child.once('close', end)
  })
}

/** What vitest reported in a file, or nothing where it wrote none. */
export function filesIn(report: string): readonly TestFile[] {
  try {
    return Report.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults
  } catch {
    return []
  }
}
