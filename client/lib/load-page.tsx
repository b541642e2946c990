// Loads a page or a part of one when it is opened, or a moment before; one that doesn't come is a matter of the connection or of a new release.
// oxlint-disable-next-line eslint/no-restricted-imports -- the others load by what is made of it here
import { type ComponentType, createElement, type LazyExoticComponent, lazy, type ReactNode, useEffect, useState } from 'react'
import { noteOffline, useReturn } from './connection.ts'

/** The page's file did not come: offline, or replaced by a newer release. Loading the document anew mends both. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded'
}

interface NoProps {
  children?: never
}

export interface LoadedPage<Props = NoProps> {
  Component: ComponentType<Props>
  /** Fetches the page's file before the page is opened. */
  preload: () => void
  /** The same, for who waits for it: what has come is drawn without a pause, as a page that the server drew must be (R81). */
  ready: () => Promise<unknown>
}

interface FirstArrivedProps<Props> {
  pick: () => ComponentType<Props> | LazyExoticComponent<ComponentType<Props>>
  props: Props
}

/** Draws what is there when it is first drawn, and stays with it: drawn by another component the page would begin anew. */
function FirstArrived<Props extends object>({ pick, props }: FirstArrivedProps<Props>) {
  const [Page] = useState(pick)
  return createElement<Props>(Page as ComponentType<Props>, props)
}

/** Gives the component `name` of a module that comes when it is first drawn. */
export function loadPage<Name extends string, Props extends object = NoProps>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LoadedPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const ready = async () => {
    loaded = (await load())[name]
  }
  const Later = lazy(async () => {
    const module = await load().catch((cause: unknown) => {
      noteOffline()
      throw new PageNotLoaded('The page didn’t load', { cause })
    })
    return { default: module[name] }
  })
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, where its module begins
    Component: (props) => <FirstArrived pick={() => loaded ?? Later} props={props} />,
    preload: () => void ready().catch(() => {}),
    ready,
  }
}

interface PartLooks {
  /** Drawn until the part has come. */
  waiting?: ReactNode
  /** Drawn where it did not come; it is asked for again by `retry`, and when Rolecall answers after being offline. */
  missing: (retry: () => void) => ReactNode
}

/** Gives a part of a page: the component `name` of a module that comes when it is first drawn. One that does not come, or does not run here, leaves the rest of the page. */
export function loadPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { waiting, missing }: PartLooks,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module begins
  return function Part(props) {
    const [part, setPart] = useState<ComponentType<Props> | 'missing' | undefined>()
    const ask = () =>
      void load().then(
        (module) => setPart(() => module[name]),
        () => setPart('missing'),
      )
    useEffect(ask, [])
    useReturn(() => part === 'missing' && ask())
    return part === 'missing' ? missing(ask) : part ? createElement(part, props) : waiting
  }
}

const reloadedKey = 'reloadedAt'
const reloadGapMs = 15_000

/** Loads the document anew, but not again and again; not at all where the browser keeps nothing that could tell. */
export function reloadOnce() {
  try {
    const last = Number(window.sessionStorage.getItem(reloadedKey) ?? 0)
    if (Date.now() - last < reloadGapMs) return
    window.sessionStorage.setItem(reloadedKey, String(Date.now()))
  } catch {
    return
  }
  window.location.reload()
}
