// A folder in the shape of the image (scripts, one build, packages, no sources) and its commands as processes.
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundled, newFolder } from './process.ts'

/** Gives what makes the folder, for each test anew, and what runs a file of it from `cwd`, with this environment and no other. */
export function house() {
  let folder = ''
  async function open() {
    folder = newFolder()
    for (const part of ['scripts', 'dist/server']) mkdirSync(join(folder, part), { recursive: true })
    for (const name of ['backup', 'restore', 'import', 'migrate', 'operate'])
      copyFileSync(`scripts/${name}.mjs`, join(folder, 'scripts', `${name}.mjs`))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    copyFileSync(await bundled('server/app/backup/main.ts'), join(folder, 'dist/server/backup.js'))
  }
  /** Gives the exit code and what was said. */
  function command(file: string, args: readonly string[], env: Record<string, string>, cwd = folder) {
    const child = spawn(process.execPath, [join(folder, file), ...args], { cwd, env: { PATH: process.env.PATH ?? '', ...env } })
    let [said, complaint] = ['', '']
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    child.stderr.on('data', (part: Buffer) => (complaint += part.toString()))
    return new Promise<{ code: number | null; said: string; complaint: string }>((ended) =>
      child.once('close', (code) => ended({ code, said, complaint })),
    )
  }
  return { open, command }
}
