// Loads a page when it is opened, or a moment before; one that doesn't come is a matter of the connection or of a new release.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { noteSilence } from './reach.ts'

/** The page's file did not come: offline, or replaced by a newer release. Loading the document anew mends both. */
export class PageNotLoaded extends Error {
  override name = 'PageNotLoaded'
}

interface NoProps {
  children?: never
}

export interface LoadedPage<Props = NoProps> {
  Component: LazyExoticComponent<ComponentType<Props>>
  /** Fetches the page's file before the page is opened. */
  preload: () => void
}

/** Gives the component `name` of a module that comes when it is first drawn. */
export function loadPage<Name extends string, Props = NoProps>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LoadedPage<Props> {
  const Component = lazy(async () => {
    const module = await load().catch((cause: unknown) => {
      noteSilence()
      throw new PageNotLoaded('The page did not load', { cause })
    })
    return { default: module[name] }
  })
  return { Component, preload: () => void load().catch(() => {}) }
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
