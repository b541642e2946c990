// What this installation is like: asked once, when a page needs it, and kept.
import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { call } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/reach.ts'
import { type Settings, settingsApi } from '#protocol/settings.ts'

const useKept = create<{ settings: Settings | null }>(() => ({ settings: null }))

/** Gives the settings; null until they are there. Silence is asked again when the server answers. */
export function useSettings(): Settings | null {
  const { settings } = useKept()
  const ask = useCallback(() => {
    if (useKept.getState().settings) return
    call(settingsApi.read, {}).then(
      (read) => useKept.setState({ settings: read }),
      () => undefined,
    )
  }, [])
  useEffect(ask, [ask])
  useReturn(ask)
  return settings
}
