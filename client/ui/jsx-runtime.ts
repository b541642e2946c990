// How every element of the pages is made (`jsxImportSource` in tsconfig.json). R230: a browser that translates a page puts elements in place of its texts, while
// React holds on to the texts: it would change one that isn't shown any more, and fail where it takes one away. So each text has an element of its own: decision 0148.
import { type Key, Fragment as ReactFragment, type ReactNode } from 'react'
import { jsx as element, jsxs as elements } from 'react/jsx-runtime'

export type { JSX } from 'react'
export { ReactFragment as Fragment }

type Type = Parameters<typeof element>[0]
interface Props {
  readonly children?: ReactNode
}

const isText = (one: unknown): one is string | number => typeof one === 'string' || typeof one === 'number'
const isNothing = (one: unknown) => one == null || typeof one === 'boolean'

/** Texts side by side as one, in the place of the first: the others keep theirs, so that React knows what comes after them again. */
function joined(children: readonly ReactNode[]): ReactNode[] {
  const parts = [...children]
  let [start, text] = [-1, '']
  for (const [at, one] of children.entries()) {
    if (!isText(one)) {
      if (!isNothing(one)) start = -1
      continue
    }
    if (start < 0) [start, text] = [at, '']
    parts[at] = null
    parts[start] = text += one
  }
  return parts
}

/** A translation leaves blanks as they are. */
const inOwn = (one: ReactNode) => (isText(one) && `${one}`.trim() ? element('span', { children: one }) : one)

/** For an element with one child: only of a fragment is it unknown what stands beside it. */
export const jsx = (type: Type, props: Props, key?: Key) =>
  element(type, type === ReactFragment ? { ...props, children: inOwn(props.children) } : props, key)

/** For an element with several children. */
export function jsxs(type: Type, props: Props, key?: Key) {
  const parts = joined(props.children as ReactNode[])
  const isTextOnly = type !== ReactFragment && parts.every((one) => isText(one) || isNothing(one))
  if (isTextOnly) return element(type, { ...props, children: parts.find(isText) ?? null }, key)
  return elements(type, { ...props, children: parts.map(inOwn) }, key)
}

export const jsxDEV = (type: Type, props: Props, key: Key | undefined, isStatic: boolean) => (isStatic ? jsxs : jsx)(type, props, key)
