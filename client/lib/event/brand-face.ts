// R216: the brand of the page on screen, as its page says it; what stands around the page wears it.
import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import type { BrandFace } from '#protocol/people/brand/brand.ts'

/** Undefined while no page has said: what was drawn into the page counts until then. */
export const useFace = create<{ readonly face: BrandFace | null | undefined }>(() => ({ face: undefined }))

/** Has what stands around a page wear this face, for as long as the page is there. */
export function useWearing(face: BrandFace | null | undefined) {
  useLayoutEffect(() => useFace.setState({ face }), [face])
  useLayoutEffect(() => () => useFace.setState({ face: null }), [])
}
