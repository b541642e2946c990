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

const isText = (one: unknown): one is string | number | bigint =>
  typeof one === 'string' || typeof one === 'number' || typeof one === 'bigint'
const isNothing = (one: unknown) => one === null || one === undefined || typeof one === 'boolean'
/** What a translation leaves as it is. */
const isBlank = (text: string) => text.trim() === ''

/** Texts side by side as one, in the place of the first: the others keep theirs, so that React knows what comes after them again. */
function joined(children: readonly ReactNode[]): ReactNode[] {
  let [start, text] = [-1, '']
  const parts: ReactNode[] = []
  for (const [at, one] of children.entries()) {
    if (isText(one)) {
      if (start < 0) [start, text] = [at, '']
      text += String(one)
      parts[start] = text
    } else if (!isNothing(one)) start = -1
    if (start !== at) parts[at] = isText(one) ? null : one
  }
  return parts
}

const inOwn = (type: Type, one: ReactNode, key?: Key) =>
  isText(one) && !isBlank(String(one)) ? element(type === 'text' ? 'tspan' : 'span', { children: one }, key) : one

/** The same of a list that is drawn among other children. */
const listed = (type: Type, one: ReactNode) =>
  Array.isArray(one) ? one.map((item: ReactNode, at) => inOwn(type, item, `text ${at}`)) : one

/** For an element with one child: only of a fragment is it unknown what stands beside it. */
export const jsx = (type: Type, props: Props, key?: Key) => {
  const isKnown = !Array.isArray(props.children) && (type !== ReactFragment || !isText(props.children))
  return element(type, isKnown ? props : { ...props, children: inOwn(type, listed(type, props.children)) }, key)
}

/** For an element with several children. */
export function jsxs(type: Type, props: Props, key?: Key) {
  const parts = joined(props.children as ReactNode[])
  const isTextOnly = type !== ReactFragment && parts.every((one) => isText(one) || isNothing(one))
  if (isTextOnly) return element(type, { ...props, children: parts.find(isText) ?? null }, key)
  return elements(type, { ...props, children: parts.map((one) => inOwn(type, listed(type, one))) }, key)
}

export const jsxDEV = (type: Type, props: Props, key: Key | undefined, isStatic: boolean) => (isStatic ? jsxs : jsx)(type, props, key)
