// What an icon of lucide-react is built with in the client's files (vite.config.ts): the same picture in a tenth of the code, without a context,
// sizes in other units and names in other spellings, none of which we use.
import { type ComponentProps, createElement } from 'react'
import { cx } from './cx.ts'

interface IconData {
  readonly name: string
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

const drawnWith = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const isNamed = (props: object) => Object.entries(props).some(([name, value]) => /^(?:aria-|role$|title$)/.test(name) && value != null)

/** Gives the component of an icon; one without a name of its own is hidden from those who listen. */
export const createPlainIcon =
  ({ name, node }: IconData) =>
  ({ className, ...props }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      { ...drawnWith, className: cx(`lucide lucide-${name}`, className), ...(isNamed(props) ? {} : { 'aria-hidden': 'true' }), ...props },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
