// What one edits oneself, as others see it (R104): what has the focus or was just touched, else the form that is open.
import { type FocusEvent, useEffect, useMemo } from 'react'
import { sayDoing } from '#client/lib/live.ts'
import { groupRoom } from '#protocol/live.ts'
import type { Doing } from '#protocol/record/presence.ts'
import { isSameDoing } from './doing-words.ts'

/** From one role to the next there is a moment of neither. */
const restMs = 250
/** Who has touched nothing for so long is no longer at it, wherever the focus is. */
const idleMs = 60_000

interface OwnDoing {
  /** The form that is open. */
  open: Doing | null
  touched: Doing | null
  said: Doing | null
}
const own = new Map<string, OwnDoing>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const idle = new Map<string, ReturnType<typeof setTimeout>>()

function ownOf(groupId: string): OwnDoing {
  const known = own.get(groupId) ?? { open: null, touched: null, said: null }
  own.set(groupId, known)
  return known
}

const isEqual = (one: Doing | null, other: Doing | null) => (other === null ? one === null : isSameDoing(one, other))

/** Says what is so after a rest, if that was not said last. */
function saySoon(groupId: string) {
  clearTimeout(timers.get(groupId))
  const say = () => {
    const held = ownOf(groupId)
    const what = held.touched ?? held.open
    if (!isEqual(held.said, what)) sayDoing(groupRoom(groupId), what)
    held.said = what
    if (what === null) own.delete(groupId)
  }
  timers.set(groupId, setTimeout(say, restMs))
}

function touch(groupId: string, what: Doing) {
  clearTimeout(idle.get(groupId))
  idle.set(
    groupId,
    setTimeout(() => letGo(groupId, what), idleMs),
  )
  const held = ownOf(groupId)
  if (isEqual(held.touched, what)) return
  held.touched = what
  saySoon(groupId)
}

function letGo(groupId: string, what: Doing) {
  const held = ownOf(groupId)
  if (!isEqual(held.touched, what)) return
  held.touched = null
  saySoon(groupId)
}

/** Says that this is edited as long as the component is on screen; null says nothing. */
export function useFormDoing(groupId: string | null | undefined, kind: 'event' | 'group') {
  useEffect(() => {
    if (!groupId) return undefined
    ownOf(groupId).open = { kind }
    saySoon(groupId)
    return () => {
      ownOf(groupId).open = null
      saySoon(groupId)
    }
  }, [groupId, kind])
}

/** Gives what an element takes whose inside is what is edited: a row, a card. Without a group or a role that is there already it takes nothing. */
export function useDoing(groupId: string | undefined, kind: 'role' | 'settings' | 'questions', roleId?: string) {
  const what = useMemo((): Doing | null => (kind !== 'role' ? { kind } : roleId ? { kind, roleId } : null), [kind, roleId])
  useEffect(() => (groupId && what ? () => letGo(groupId, what) : undefined), [groupId, what])
  return useMemo(() => {
    if (!groupId || !what) return {}
    const begin = () => touch(groupId, what)
    const end = (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) letGo(groupId, what)
    }
    // A touch on a phone focuses no button.
    return { onFocus: begin, onClick: begin, onKeyDown: begin, onBlur: end }
  }, [groupId, what])
}
