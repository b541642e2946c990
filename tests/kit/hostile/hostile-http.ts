// What an attacker writes around a request's body: credentials, paths, and headers that claim something.
import { words } from './hostile.ts'

type Header = readonly [name: string, value: string]

/** What may stand in an Authorization header and is nobody's token. `real` is somebody's. */
export function badBearers(real: string): string[] {
  const turned = real.slice(1) + real.slice(0, 1)
  const bare = [
    '',
    'Bearer',
    'bearer',
    'Bearer Bearer',
    `Bearer Bearer ${real}`,
    `Bearer  ${real}`,
    `Bearer=${real}`,
    real,
    `${real} Bearer`,
  ]
  const near = [real.slice(1), real.slice(0, -1), `${real}x`, `${real}=`, `${real}.`, real.toUpperCase(), turned, real + real, `"${real}"`]
  const split = [`${real},${real}`, `${real} ${real}`, `${real}\t${real}`, `${real};x`, `${real}%20`, `<${real}>`]
  const junk = words(
    `null undefined true 0 {} [] [object_Object] __proto__ constructor * ../x 'OR/**/1=1-- %00 = . eyJhbGciOiJub25lIn0.e30. \u00ff\u00fe`,
  )
  const long = ['a'.repeat(501), 'a'.repeat(8_000), '-'.repeat(43), 'A'.repeat(43), '0'.repeat(64)]
  const schemes = words('Basic Digest Token JWT BearerX Bearer, Bearer: :Bearer x Basic_Zm9vOmJhcg==')
  return [
    ...bare,
    ...[near, split, junk, long].flat().map((one) => `Bearer ${one}`),
    ...schemes.flatMap((scheme) => [scheme, `${scheme} ${real}`]),
  ]
}
export const badOrganizerTokens = (real: string) => [...badBearers(real).filter((one) => one !== real), 'x'.repeat(12_000)]

/** Ways to write a path that a guard in front of the routes might not know again. */
export const pathVariants = (path: string): string[] => [
  ...words('/./ // /x/../ /%2e/ /%2E%2e/api/ %2f \\ /..%2fapi/ /..;/api/').map((one) => path.replace('/api/', `/api${one}`)),
  ...words('/Api /%61pi //api /x/..;/api /x/..%2fapi /API%2f..').map((one) => path.replace('/api', one)),
  ...words('/ // /. %00 %20 %0a %09 ;x=1 %3fx ? ?__proto__=x&constructor=y #x .json % %zz %c0%ae %ff').map((one) => path + one),
  path.toUpperCase(),
  `http://evil.test${path}`,
]

/** Headers that say where a request came from and for whom; none of them may be believed. */
export const forgedHeaders: readonly Header[] = [
  ...words('Host X-Forwarded-Host X-Original-Host X-Host X-Forwarded-Server').map((name): Header => [name, 'evil.test']),
  ...words('X-Forwarded-For X-Real-IP Client-IP True-Client-IP').map((name): Header => [name, '6.6.6.6']),
  ...words('X-Original-URL X-Rewrite-URL').map((name): Header => [name, '/api/dev/outbox']),
  ...words('Origin Referer X-Forwarded-Proto').map((name): Header => [name, 'https://evil.test/?token=x']),
  ['Forwarded', 'for=6.6.6.6;host=evil.test;proto=https'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Request-Id', '<script>'],
  ['Cookie', '__proto__=x; a=%zz; =; ; constructor=y'],
  ['Idempotency-Key', 'x'.repeat(101)],
  ['Idempotency-Key', '\u00ff'],
  ['Accept', '*/*;q=x'],
  ['Content-Encoding', 'gzip'],
]
/** Values of Host that are no host name. */
export const brokenHosts = ['', 'a b', ...words('x/../y evil@x [::1 x:99999 a#b a?b %41 x\\y \u00fcn\u00ef')]
