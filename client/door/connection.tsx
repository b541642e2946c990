// How the door is connected: online or not, since when, how old its list is, what waits, and whether it is ready for a lost connection (R189).
import { CloudOff, Wifi } from 'lucide-react'
import { formatTime, viewerZone } from '#client/lib/dates.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { holdersOf } from './holder.ts'
import { isKeeping } from './install.ts'
import { type Door, useDoor } from './store.ts'
import { entriesIn, noteWords } from './words.ts'

const timeAt = (ms: number) => formatTime(new Date(ms).toISOString(), viewerZone())
const scans = (count: number) => (count === 1 ? '1 scan waits' : `${formatCount(count)} scans wait`)

/** What is missing before the door goes on without a network. */
function missing({ isKept, isInstalled, camera }: Door): string[] {
  return [
    ...(isKept ? [] : ['the list isn’t kept on this phone']),
    ...(isInstalled ? [] : ['the page isn’t kept on this phone']),
    ...(camera === 'on' ? [] : [camera === 'failed' ? 'the camera can’t be used' : 'the camera is off']),
  ]
}

/** R189: never "ready" before the list, the camera and the page without a network are there. */
function Ready({ door }: { door: Door }) {
  const left = missing(door)
  return (
    <Text size={13} tone="muted" data-ready={left.length === 0}>
      {left.length === 0 ? 'Ready, also for a lost connection' : `Not ready for a lost connection: ${left.join(', ')}`}
    </Text>
  )
}

export function Connection({ onRetry }: { onRetry: () => void }) {
  const door = useDoor()
  const { mode, since, readAt, waiting, failure } = door
  if (mode === 'offline')
    return (
      <div data-mode="offline">
        <Notice
          tone="warn"
          live
          title={
            <>
              <CloudOff aria-hidden="true" className="mr-1 inline size-5 align-text-bottom" />
              Working without a network since {timeAt(since)}
            </>
          }
          action={<Button onClick={onRetry}>Try now</Button>}
        >
          Go on scanning. The list is of {timeAt(readAt)}; {waiting > 0 ? `${scans(waiting)} to be sent` : 'no scan waits'}. This ends
          automatically.
        </Notice>
      </div>
    )
  if (failure === 'offline')
    return (
      <Notice tone="warn" live title="No connection" action={<Button onClick={onRetry}>Try now</Button>}>
        The list is of {timeAt(readAt)}. {isKeeping() ? '' : 'This browser can’t keep it: '}No one can be let in here until the connection
        is back.
      </Notice>
    )
  return (
    <div data-mode="online">
      <Text size={13} tone="muted">
        <Wifi aria-hidden="true" className="mr-1 inline size-4 align-text-bottom" />
        Online. List of {timeAt(readAt)}
      </Text>
      <Ready door={door} />
    </div>
  )
}

/** R191: what became of those who were admitted without a network, until somebody has read it; and whom the list has twice. */
export function Settled({ timeAt: at }: { timeAt: (iso: string) => string }) {
  const { notes, lists } = useDoor()
  const known = new Set(notes.flatMap(({ entries = [] }) => entries.map((one) => one.at)))
  const twice = Object.values(lists)
    .flatMap((people) => people.flatMap(holdersOf))
    .filter(({ twice: both }) => both && !both.some((one) => known.has(one.at)))
  const close = (id: string) => useDoor.setState((door) => ({ notes: door.notes.filter((one) => one.id !== id) }))
  return (
    <>
      {notes.map(({ id, name, result, entries, why }) => (
        <Notice key={id} tone="danger" live title={`${name || 'Someone'}: ${noteWords[result]}`} onClose={() => close(id)}>
          {entries ? `Let in twice: ${entriesIn(entries, at)}.` : (why ?? 'Their pass was void already when they were let in.')}
        </Notice>
      ))}
      {twice.map(({ person, companionId = '', name, twice: entries = [] }) => (
        <Notice key={person._id + companionId} tone="danger" title={name || 'Someone'}>
          Let in twice: {entriesIn(entries, at)}.
        </Notice>
      ))}
    </>
  )
}
