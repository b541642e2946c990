// How `npm run backup`, `restore` and `import` start: from a fresh clone after installing and building, from the image right away.
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** Runs a command of dist/server/backup.js in this very process, with the paths meant from where it was called; what begins with -- is no path. */
export async function operate(command) {
  const calledFrom = process.env.INIT_CWD ?? process.cwd()
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
  if (existsSync('server')) {
    const [{ install }, { build }] = [await import('./install.mjs'), await import('./build.mjs')]
    await install()
    await build()
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  const given = process.argv.slice(2).map((word) => (word.startsWith('--') ? word : resolve(calledFrom, word)))
  process.argv.splice(2, process.argv.length, command, ...given)
  await import('../dist/server/backup.js')
}
