// Whether the socket is connected: apart from the socket itself, which comes after the first paint of an invitation.
import { create } from 'zustand'

export type LiveState = 'live' | 'reconnecting' | 'offline'
/** What the live dot shows. */
export const useLiveState = create<{ state: LiveState }>(() => ({ state: 'offline' }))
