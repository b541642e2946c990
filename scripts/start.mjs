// `npm start`: from a fresh clone to a running server on one port. Installs and builds only what is missing.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { build } from './build.mjs'
import { install } from './install.mjs'

/** Stops the server when npm is stopped: npm passes a SIGTERM to its shell only, and the shell dies without a word. */
function stopWithNpm() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 100).unref()
  // Who got the signal directly doesn't get it twice: a server may take a second signal for impatience.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => clearInterval(watch))
}

await install()
await build()
if (existsSync('.env')) process.loadEnvFile('.env')
if (process.env.npm_lifecycle_event) stopWithNpm()
// The server runs in this very process: signals reach its own handlers, and its exit code is ours.
await import('../dist/server/main.js')
