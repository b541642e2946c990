// R230: a page that the browser has translated goes on: what changes is right, and nothing ends it. Its control is the same page made by React alone.
import { render } from '@testing-library/react'
import fc from 'fast-check'
import { createElement, Fragment, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { translate } from '../kit/world/translate.ts'

/** What may stand in one place of a paragraph, one state after the other. */
const kinds = ['text', 'number', 'nothing', 'blank', 'element', 'fragment', 'list'] as const
type Place = readonly [kind: (typeof kinds)[number], word: number]
const place: fc.Arbitrary<Place> = fc.tuple(fc.constantFrom(...kinds), fc.nat(9))
const states = fc.array(fc.tuple(place, place, place), { minLength: 2, maxLength: 5 })

/** Makes the elements of a state as the product does, or as React does by itself. */
type State = readonly [Place, Place, Place]
type Make = (state: State) => ReactNode

const drawn = ([kind, word]: Place, fragment: (text: string) => ReactNode): ReactNode =>
  ({
    text: `word ${word}`,
    number: word,
    nothing: null,
    blank: ' ',
    element: <b>{word} bold</b>,
    fragment: fragment(`part ${word}`),
    list: [<b key="first">first {word}</b>, <i key="second">second</i>],
  })[kind]

const ours: Make = ([one, two, three]) => {
  const [a, b, c] = [one, two, three].map((place) => drawn(place, (text) => <>{text}</>))
  return (
    <p>
      {a}, {b} <b>{c}</b> of {two[1]}
      {c}
    </p>
  )
}
const reacts: Make = ([one, two, three]) => {
  const [a, b, c] = [one, two, three].map((place) => drawn(place, (text) => createElement(Fragment, null, text)))
  return createElement('p', null, a, ', ', b, ' ', createElement('b', null, c), ' of ', two[1], c)
}

/** Draws one state after the other, the page translated in between; gives what it says in the end beside what a new page says. */
function walk(make: Make, all: readonly State[]) {
  const [last, ...before] = [...all].reverse()
  const page = render(<section />)
  for (const state of before.reverse()) {
    page.rerender(<section>{make(state)}</section>)
    translate(page.container)
  }
  page.rerender(<section>{last && make(last)}</section>)
  const says = page.container.textContent
  page.unmount()
  const fresh = render(<section>{last && make(last)}</section>)
  const [should, html] = [fresh.container.textContent, fresh.container.innerHTML]
  fresh.unmount()
  return { says, should, html }
}

test('R230 whatever stands in a place after a translation, the page says what a new one would, and goes on', () => {
  fc.assert(
    fc.property(states, (all) => {
      const { says, should } = walk(ours, all)
      expect(says).toBe(should)
    }),
  )
})

test('R230 control: made by React alone, the page keeps an old number, and ends where a text goes', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [old, now] = [
    [
      ['text', 1],
      ['number', 1],
      ['nothing', 0],
    ],
    [
      ['nothing', 0],
      ['number', 4],
      ['nothing', 0],
    ],
  ] as const
  expect(() => walk(reacts, [old, now])).toThrow(/remove|node/i)
  const { says, should } = walk(reacts, [old, [old[0], now[1], old[2]]])
  expect([says, should]).toEqual(['word 1, 1  of 1', 'word 1, 4  of 4'])
})
