// Icons as the build draws them (client/ui/plain-icon.ts): the same picture that lucide-react draws.
import { createLucideIcon } from 'lucide-react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createPlainIcon } from '#client/ui/plain-icon.ts'

const node: [string, Record<string, string>][] = [
  ['rect', { width: '18', height: '11', x: '3', y: '11', rx: '2', key: 'a' }],
  ['path', { d: 'M7 11V7a5 5 0 0 1 10 0v4', key: 'b' }],
]

/** What it draws, whatever the order of attributes. */
function attributesOf(html: string) {
  document.body.innerHTML = html
  return [...document.querySelectorAll('svg, svg *')].map((one) => [
    one.tagName,
    Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
  ])
}

it('the build’s icon is lucide’s, hidden from those who listen unless it has a name', () => {
  const [Plain, Lucide] = [createPlainIcon({ name: 'lock', node }), createLucideIcon('lock', node as never)]
  for (const props of [
    {},
    { className: 'size-4' },
    { 'aria-hidden': true },
    { 'aria-label': 'Locked', role: 'img' },
    { className: 'a', strokeWidth: 1.5 },
  ]) {
    const drawn = attributesOf(renderToString(<Plain {...props} />))
    expect(drawn).toHaveLength(3)
    expect(drawn).toEqual(attributesOf(renderToString(<Lucide {...props} />)))
  }
})
