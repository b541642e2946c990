// No regular expression goes by the square of its text, or worse: read off its syntax, so that the answer is the same on every machine.
import { expect, test } from 'vitest'
import { expressions, expressionsIn, steep } from './kit/hostile/expressions.ts'

test('S4 no regular expression of the product takes the square of its text, or worse', () => {
  const all = expressions()
  expect(steep(all)).toEqual([])
  expect(all.length).toBeGreaterThan(200)
})

test.each(['/^(a+)+$/', '/^(?:\\w+\\s?)*$/', '/[^\\s<>]+@[^\\s<>]+/g', '/-+$/', '/^.*,.*,.*,x$/', '/\\s*<b>/', '/^[^]*@[^]+$/'])(
  'S4 control: %s is found',
  (written) => {
    expect(steep(expressionsIn('planted.ts', `export const planted = ${written}`))).not.toEqual([])
  },
)
