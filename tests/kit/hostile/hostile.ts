// What an attacker puts into a request's body. Values are JSON text, since some of them can't be written as a JavaScript value.

/** `count` of `all`, in an order of chance. */
export function some<T>(all: readonly T[], count: number, random: () => number): T[] {
  const rest = [...all]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(random() * rest.length), 1)).flat()
}

export const words = (text: string) => text.trim().split(/\s+/)
const nested = (open: string, core: string, close: string, levels: number) => open.repeat(levels) + core + close.repeat(levels)

/** Escapes here are those of JSON: each line is a JSON text. */
const odd = words(String.raw`
  "" "\u0020" "\ufeff" "\u200b\u200b" "a\u0000b" "\u0000" "a\u0007b\u001b[31m" "\ud800" "x\udfff" "\udc00\ud800" "a\u0085b" "a\u2028b" "a\r\nBcc:all@evil.test\r\n\r\nx"
  "\u202eevil\u202c" "\u2067abc" "Speaker\u200b" "Spea\u200dker" "\u212aelvin" "\u0131d" "\u0130D" "\ufb01t" "\uff21\uff24" "\u0663" "שלום" "مرحبا" "👩‍👩‍👧‍👦"
  "<script>alert(1)</script>" "\"><img/src=x/onerror=alert(1)>" "';DROP/**/TABLE/**/users;--" "{{7*7}}" "$\u007b7*7}" "<%=7*7%>" "javascript:alert(1)"
  "../../../etc/passwd" "..\\..\\x" "%00" "%2e%2e%2f" "\\u0000" "/" "__proto__" "constructor" "prototype" "toString" "hasOwnProperty" "$where"
  "null" "undefined" "NaN" "true" "0x10" "1e3" "-1" "a@b@c.org" "a@b..org" "<a@x.org>" "a@x.org,b@x.org" "K\u212a@x.org" "@" "a@\u202ex.org" "a@b.org\u0000"
  "000000000000000000000000" "FFFFFFFFFFFFFFFFFFFFFFFF" "gggggggggggggggggggggggg" "00000000000000000000000"
  "9999-12-31T23:59:59-23:59" "0000-01-01T00:00:00+23:59" "2026-02-30T00:00:00Z" "2026-12-08T09:00:60Z" "Etc/Nowhere" "+05:45"`)
/** What a database that takes objects for questions would answer too much to. */
export const operators = words(`
  {"$ne":null} {"$gt":""} {"$gte":0} {"$in":[null,""]} {"$nin":[]} {"$exists":true} {"$regex":".*"} {"$where":"sleep(1000)||true"} {"$not":{"$eq":1}}
  {"$or":[{},{}]} {"$expr":{"$eq":[1,1]}} {"$function":{"body":"1","args":[],"lang":"js"}} {"$elemMatch":{}} {"$set":{"tier":"enterprise"}}`)

const long = [
  'x'.repeat(300),
  'x'.repeat(6_000),
  'x'.repeat(200_000),
  '😀'.repeat(70),
  `a${'\u0301'.repeat(300)}`,
  `${'a'.repeat(65)}@x.org`,
]

/** Names of keys that do something in JavaScript or in some database; the second is `__proto__` as well. */
const keys = words(String.raw`"__proto__" "\u005f_proto__" "constructor" "prototype" "toString" "$ne" "$where" "rev" "ownerId" ""`)
export const unknownKeys = [...keys, '"hasOwnProperty"', '"\\u0000"', `"${'k'.repeat(3_000)}"`]

/** JSON texts to put where something else belongs. */
export const values: readonly string[] = [
  ...words('null true false 0 -0 -1 1.5 1e400 -1e400 1e21 9007199254740993 123456789012345678901234567890'),
  ...words('[] {} [[]] [null] ["a","a"] {"$ne":null} {"$gt":""} {"length":1} {"toString":1} {"name":{"name":"x"}}'),
  ...keys.map((key) => `{${key}:{"polluted":1,"isAdmin":true}}`),
  ...words('{"constructor":{"prototype":{"polluted":1}}} {"a":1,"a":{"__proto__":{"polluted":1}}}'),
  `[${'0,'.repeat(999)}0]`,
  `[${'{},'.repeat(30_000)}{}]`,
  ...[10, 100, 1_000, 20_000, 65_000].flatMap((levels) => [nested('[', '', ']', levels), nested('{"a":', '1', '}', levels)]),
  ...odd,
  ...long.map((text) => JSON.stringify(text)),
]

const pairs = Array.from({ length: 10_000 }, (_, n) => `"k${n}":0`).join(',')
/** Whole bodies, as text or bytes. */
export const bodies: readonly (string | Buffer)[] = [
  ...words(`null true 1 "text" [] [{}] { } {"a":} {'a':1} {"a":1,} {}{} NaN undefined \ufeff{} email=a%40b.co&name=x <a/> --x--`),
  ...words(String.raw`{"__proto__":{"polluted":1}} {"\u005f_proto__":{"polluted":1}} {"constructor":{"prototype":{"polluted":1}}}`),
  '',
  ' ',
  '\u0000',
  '{"email":"a@b.co","email":"c@d.co"}',
  '{"a":'.repeat(20_000),
  `{${pairs}}`,
  ...[10, 1_000, 20_000, 200_000].map((levels) => nested('{"event":', '{}', '}', levels)),
  ...[10, 125_000, 200_000].map((levels) => nested('[', '', ']', levels)),
  '['.repeat(200_000),
  Buffer.from('fffe7b007d00', 'hex'),
  Buffer.from('7b22c0ae223a317d', 'hex'),
  Buffer.alloc(1_000, 0),
]
export const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json; charset=utf-16',
  '',
]
export const megabyte = JSON.stringify({ name: 'x'.repeat(1_048_576) })
