// `npm run doctor`: looks at a running installation from outside, one line for each thing that must be right, with what to do where it isn't.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { checks } from './doctor-checks.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
if (existsSync('.env')) process.loadEnvFile('.env')

const usage = `npm run doctor [-- <address> [--direct <address>]]
  <address>           what people type; PUBLIC_URL by default
  --direct <address>  the server itself, behind the proxy; http://127.0.0.1:<PORT> by default
Run it with the server's own environment, or beside its .env. Ends with 1 where anything FAILs.`

const isWebUrl = (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Reads the arguments and the environment; undefined where they can't be meant. */
function readSetting(words, env) {
  const port = env.PORT || '3000'
  const at = words.indexOf('--direct')
  const direct = at < 0 ? `http://127.0.0.1:${port}` : words[at + 1]
  const [url = env.PUBLIC_URL || `http://localhost:${port}`, ...more] = at < 0 ? words : words.toSpliced(at, 2)
  if (more.length > 0 || !isWebUrl(url) || !direct || !isWebUrl(direct)) return undefined
  return { url: new URL(url).href.replace(/\/+$/, ''), direct: direct.replace(/\/+$/, ''), env }
}

const setting = readSetting(process.argv.slice(2), process.env)
if (!setting) {
  console.log(usage)
  process.exit(2)
}
console.log(`Looking at ${setting.url}, and at the server itself at ${setting.direct}.\n`)
let failures = 0
for (const [name, check] of Object.entries(checks)) {
  const { state, words } = await check(setting).catch((error) => ({ state: 'FAIL', words: `The check itself failed: ${error.message}` }))
  if (state === 'FAIL') failures++
  console.log(`${state.padEnd(5)} ${name.padEnd(10)} ${words}`)
}
console.log(failures === 0 ? '\nNothing fails.' : `\n${failures} of ${Object.keys(checks).length} checks fail.`)
process.exitCode = failures === 0 ? 0 : 1
