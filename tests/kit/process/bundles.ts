// Entry files made one file each, packages and all, which starts eight times as fast: that counts where a server is started a hundred times. All
// workers of all suites share them.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder they are kept in. */
    readonly bundles: string
  }
}

/** What a server is installed with beside its own files. */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> }
const external = Object.keys(dependencies)

/** The thread that writes the store: a server looks for it beside itself, by this name. */
const thread = { entry: 'server/kernel/store/sqlite/thread.ts', name: 'writer.js' }

/** Gives the bundle of an entry file in `folder`, and makes it if there is none. */
export async function bundleIn(folder: string, entry: string): Promise<string> {
  await make(join(folder, thread.name), folder, thread.entry)
  const file = join(folder, `${entry.replaceAll(/\W/g, '-')}.mjs`)
  await make(file, folder, entry)
  return file
}

async function make(file: string, folder: string, entry: string): Promise<void> {
  if (existsSync(file)) return
  const own = mkdtempSync(join(folder, 'making-'))
  const rolldownOptions = { output: { entryFileNames: 'entry.mjs', codeSplitting: false } }
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    ssr: { noExternal: true, external },
    build: { ssr: entry, outDir: own, emptyOutDir: false, target: 'node20', minify: false, rolldownOptions },
  })
  // There as a whole or not at all: another worker may be making the same.
  renameSync(join(own, 'entry.mjs'), file)
}

/** A folder for bundles, and what removes it. */
export function openBundles() {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bundles-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Keeps one for a run, whatever its suites: the first that sets it up names it to the others. */
export default function setup(project: TestProject) {
  const { BUNDLES: opened } = process.env
  const { folder, close } = opened === undefined ? openBundles() : { folder: opened, close: () => {} }
  process.env.BUNDLES = folder
  project.provide('bundles', folder)
  return close
}
