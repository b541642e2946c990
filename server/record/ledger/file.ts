// The ledger as a file beside the store (R156): a line per act, each with a signature of the installation, so that a restore believes nobody else's.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type LedgerLine, ledgerKinds } from './model.ts'

export const ledgerIn = (folder: string) => join(folder, 'ledger')

const macOf = (secret: string, text: string) =>
  createHmac('sha256', new Uint8Array(hkdfSync('sha256', secret, '', 'ledger', 32)))
    .update(text)
    .digest('base64url')

/** Begins each line anew, so that one which a crash has cut spoils no other. */
export async function appendLedger(path: string, secret: string, lines: readonly LedgerLine[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    const texts = lines.map((line) => JSON.stringify(line))
    await file.writeFile(texts.map((text) => `\n${macOf(secret, text)} ${text}`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

const isLine = (value: unknown): value is LedgerLine => {
  const { _id, rev, kind, subject, at, to } = (value ?? {}) as Partial<LedgerLine>
  const isText = [_id, subject, at, to].every((one) => typeof one === 'string')
  return isText && Number.isInteger(rev) && ledgerKinds.some((one) => one === kind)
}

function isSigned(mac: string, text: string, secrets: readonly string[]) {
  const given = Buffer.from(mac)
  return secrets.some((secret) => {
    const right = Buffer.from(macOf(secret, text))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

function lineOf(whole: string, secrets: readonly string[] | 'unsigned'): LedgerLine | undefined {
  const [, mac = '', text = ''] = /^(\S+) (\{.*\})$/.exec(whole) ?? []
  if (secrets !== 'unsigned' && !isSigned(mac, text, secrets)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isLine(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The lines that one of the secrets has signed, and how many others there are. A file that isn't there has none. */
export async function readLedger(path: string, secrets: readonly string[] | 'unsigned') {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return ''
  })
  const all = text.split('\n').filter((one) => one !== '')
  const lines = all.flatMap((one) => lineOf(one, secrets) ?? [])
  return { lines, refused: all.length - lines.length }
}
