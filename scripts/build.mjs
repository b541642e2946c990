// Builds dist/ from the sources: the client with its compressed copies, then the server and its commands, and the pages that it draws.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { install } from './install.mjs'
import { must, tool } from './run.mjs'

const sources = ['protocol', 'server', 'client', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
const stamp = 'dist/built-from'

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(`${path}/${name}`))
    : [path]

/** A hash over the names and contents of all that goes into a build: a checkout, a copy and a deleted file can't fool it. */
function sourceDigest() {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of sources.flatMap(filesOf)) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Tells whether dist/ was built from these very sources. */
function isFresh(digest) {
  try {
    return (
      readFileSync(stamp, 'utf8') === digest &&
      ['server/main', 'server/backup', 'server/writer', 'pages/pages'].every((name) => statSync(`dist/${name}.js`).isFile())
    )
  } catch {
    return false
  }
}

/** Builds client and server, unless dist/ is fresh and `always` isn't asked for. */
export async function build({ always = false } = {}) {
  const digest = sourceDigest()
  if (!always && isFresh(digest)) return
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  await must(tool('vite'), ['build', '--logLevel', 'warn'], { env })
  await must(tool('vite'), ['build', '--ssr', '--logLevel', 'warn'], { env })
  await must(tool('vite'), ['build', '--mode', 'pages', '--logLevel', 'warn'], { env })
  mkdirSync('dist', { recursive: true })
  writeFileSync(stamp, digest)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await install()
  await build({ always: true })
}
