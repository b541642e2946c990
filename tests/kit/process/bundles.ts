// Entry files made one file each, which starts four times as fast: that counts where a server is started a hundred times. All workers share them.
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
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

/** Gives the bundle of an entry file in `folder`, and makes it if there is none. */
export async function bundleIn(folder: string, entry: string): Promise<string> {
  const file = join(folder, `${entry.replaceAll(/\W/g, '-')}.mjs`)
  if (existsSync(file)) return file
  const own = mkdtempSync(join(folder, 'making-'))
  const rolldownOptions = { output: { entryFileNames: 'entry.mjs', codeSplitting: false } }
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    build: { ssr: entry, outDir: own, emptyOutDir: false, target: 'node20', minify: false, rolldownOptions },
  })
  // There as a whole or not at all: another worker may be making the same.
  renameSync(join(own, 'entry.mjs'), file)
  return file
}

/** A folder for bundles, and what removes it. */
export function openBundles() {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bundles-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Keeps one for a run of a suite. */
export default function setup(project: TestProject) {
  const { folder, close } = openBundles()
  project.provide('bundles', folder)
  return close
}
