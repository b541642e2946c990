// No regular expression goes by the square of its text, or worse: read off its syntax, so that the answer is the same on every machine.
import { expect, test } from 'vitest'
import { expressions, expressionsIn, steep } from './kit/hostile/expressions.ts'

test('S4 no regular expression of the product takes the square of its text, or worse', () => {
  const all = expressions()
  expect(steep(all)).toEqual([])
  expect(all.length).toBeGreaterThan(200)
})

test.each([
  '/^(a+)+$/',
  '/^(?:\\w+\\s?)*$/',
  '/[^\\s<>]+@[^\\s<>]+/g',
  '/-+$/',
  '/^.*,.*,.*,x$/',
  '/\\s*<b>/',
  '/^[^]*@[^]+$/',
  `new RegExp(\`^\${f(x)}+-*-*$\`)`,
  "new RegExp(String.raw`\\s+$`, 'u')",
])('S4 control: %s is found', (written) => {
  expect(steep(expressionsIn('planted.ts', `export const planted = ${written}`))).not.toEqual([])
})

test('S4 control: an expression that is put together of what is named above it is found', () => {
  const planted = `const blank = "\\\\s+"\nconst known = \`^\${blank}x|y\`\nexport const planted = new RegExp(\`\${known}|\${blank}$\`)`
  expect(steep(expressionsIn('planted.ts', planted))).toHaveLength(1)
  expect(steep(expressionsIn('planted.ts', planted.replace(/planted = .*/, 'planted = known')))).toEqual([])
})
