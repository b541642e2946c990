// The installation's secret: TOKEN_SECRET, or the one that is kept in DATA_DIR (R65).
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigRefused } from '#server/kernel/config.ts'

export const secretFile = ({ dataDir }: Config) => join(dataDir, 'token-secret')

/** Gives the secret that is configured, or else kept in DATA_DIR; undefined where neither is. Throws ConfigRefused. */
export async function keptSecret(config: Config): Promise<string | undefined> {
  const file = secretFile(config)
  if (config.tokenSecret || !existsSync(file)) return config.tokenSecret
  const kept = (await readFile(file, 'utf8')).trim()
  if (kept.length >= 32) return kept
  throw new ConfigRefused(`${file} in DATA_DIR is damaged: restore it from a backup, or delete it to have a new one made.`)
}

/** Keeps a new secret, written whole or not at all: half a secret could be guessed. */
export async function keepSecret(config: Config, secret: string): Promise<string> {
  const file = secretFile(config)
  await writeFile(`${file}.new`, secret, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return secret
}
