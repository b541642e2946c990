// Builds the product and opens the Chromium that all browser tests share, once for all of their files.
import type { TestProject } from 'vitest/node'
import { serve } from './browser.ts'
import { build } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one Chromium is reached. */
    readonly chromium?: string
  }
}

export default async function setup(project: TestProject) {
  const [chromium] = await Promise.all([serve(), build()])
  project.provide('chromium', chromium.wsEndpoint())
  return () => chromium.close()
}
