// How the scripts start another program: same terminal, signals passed on, its exit code as the answer.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The folder of the clone; every script works there, wherever it was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

/** The command-line programs of the packages, found where npm puts them. */
export const tool = (name) => `node_modules/.bin/${name}${process.platform === 'win32' ? '.cmd' : ''}`

/** Starts a program; `kill` passes a signal on to it, `ended` resolves to its exit code (128 + n after signal n, 127 when it can't start). */
export function start(command, args = [], options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', shell: command.endsWith('.cmd'), ...options })
  const kill = (signal) => child.kill(signal)
  const passed = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of passed) process.on(signal, kill)
  const ended = new Promise((resolve) => {
    const end = (code) => {
      for (const signal of passed) process.off(signal, kill)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      end(127)
    })
    child.once('close', (code, signal) => end(code ?? 128 + constants.signals[signal]))
  })
  return { child, kill, ended }
}

/** Runs a program to its end and answers its exit code. */
export const run = (command, args, options) => start(command, args, options).ended

/** Runs a program to its end; ends this one, with the same code, if it fails. */
export async function must(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) process.exit(code)
}
