// The tools of others that judge the API document: installed beside the product's own packages, since they want an older TypeScript.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = 'node_modules/.cache/api-tools'
const packageFile = join(folder, 'package.json')
const wanted = JSON.stringify({
  private: true,
  type: 'module',
  dependencies: { '@redocly/cli': '2.77.0', 'openapi-fetch': '0.17.0', 'openapi-typescript': '7.13.0', typescript: '5.9.3' },
})

const installed = () => {
  try {
    return readFileSync(join(folder, 'installed'), 'utf8')
  } catch {
    return ''
  }
}

/** Asks only the registry for them, and only where they aren't there yet. Gives their folder, and how one of them is run there. */
export async function openApiTools() {
  mkdirSync(folder, { recursive: true })
  if (installed() !== wanted) {
    writeFileSync(packageFile, wanted)
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
    writeFileSync(join(folder, 'installed'), wanted)
  }
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  /** Gives what it said; where it ends otherwise than with 0, that is part of it. */
  const tool = async (name: string, args: readonly string[]): Promise<string> => {
    const ended = await run(join('node_modules/.bin', name), args, { cwd: folder, env }).catch(
      (error: { stdout?: string; stderr?: string; code?: number }) => ({
        ...error,
        stderr: `${error.stderr ?? ''}\nended with ${error.code}`,
      }),
    )
    return `${ended.stdout ?? ''}${ended.stderr ?? ''}`
  }
  return { folder, tool, write: (name: string, text: string) => writeFileSync(join(folder, name), text) }
}
