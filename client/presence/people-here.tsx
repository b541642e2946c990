// Who else is there, and what they edit (R104): over the board, on a dashboard's card, at a role or the settings.
import { useEffect, useRef } from 'react'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { People } from '#client/ui/people.tsx'
import type { Doing, PersonHere } from '#protocol/record/presence.ts'
import { arrivedText, editedText, noteOf, unnamed } from './doing-words.ts'
import { useOthers } from './store.ts'

interface GroupRef {
  groupId: string
  roles: readonly { readonly _id: string; readonly name: string }[]
}

/** A screen reader announces who came, all of them since the last time together. */
const saidEveryMs = 30_000

/** Says aloud who came; who is there as the page opens, or goes and comes back meanwhile, isn't news. */
function useArrivals(people: readonly PersonHere[]) {
  const known = useRef(new Set<string>())
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(people)
  latest.current = people
  useEffect(() => {
    const say = () => {
      const came = latest.current.filter(({ userId }) => !known.current.has(userId))
      if (came.length > 0) announce(arrivedText(came))
      known.current = new Set(latest.current.map(({ userId }) => userId))
      waiting.current = came.length > 0 ? setTimeout(say, saidEveryMs) : undefined
    }
    if (people.some(({ userId }) => !known.current.has(userId))) waiting.current ??= setTimeout(say, 0)
  }, [people])
  useEffect(() => () => clearTimeout(waiting.current), [])
}

const shownOf = (people: readonly PersonHere[], roles: GroupRef['roles']) =>
  people.map((one) => ({ id: one.userId, name: one.name || unnamed, note: noteOf(one, roles) }))

/** Says who comes; it stays where the frame of a page is drawn anew, so that nobody is said twice. */
export function Arrivals({ groupId }: Pick<GroupRef, 'groupId'>) {
  useArrivals(useOthers(groupId))
  return null
}

/** `isSaid` is false where the page has its own `Arrivals`. */
export function PeopleHere({ groupId, roles, isSaid = true }: GroupRef & { isSaid?: boolean }) {
  const people = useOthers(groupId)
  return (
    <>
      {isSaid && <Arrivals groupId={groupId} />}
      {people.length > 0 && <People label="Also here" people={shownOf(people, roles)} />}
    </>
  )
}

export function PeopleOnCard({ groupId, roles }: GroupRef) {
  const people = useOthers(groupId)
  return people.length > 0 ? <People compact label="Here now" people={shownOf(people, roles)} /> : null
}

interface EditedByProps extends Partial<GroupRef> {
  groupId: string
  what: Doing
}

export function EditedBy({ groupId, what, roles = [] }: EditedByProps) {
  const text = editedText(useOthers(groupId), what, roles)
  return text ? (
    <Text size={13} tone="muted" className="mt-1.5 animate-fade wrap-anywhere">
      {text}
    </Text>
  ) : null
}
