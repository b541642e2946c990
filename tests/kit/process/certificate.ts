// A certificate that vouches for itself, made by openssl.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './process.ts'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** For 127.0.0.1, ending in so many days. */
export function certify(days: number) {
  const folder = newFolder()
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', String(days)]
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...key, '-out', certFile, ...subject])
  if (status !== 0) throw new Error(stderr.toString())
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), certFile }
}
