// Tells the other server processes what this one tells its rooms, over Socket.IO's cluster adapter, and notices what got lost on the way.
import type { MessageName } from '#protocol/live.ts'

/** One message for a room. */
export type Told = readonly [name: MessageName, view: unknown]

/** What this process does on hearing of the others. */
interface Hearing {
  readonly tell: (room: string, told: readonly Told[]) => void
  readonly recheck: (room: string) => void
  /** Something another process told didn't get here: whatever is watched here, or in that room, may be out of date. */
  readonly missed: (room?: string) => void
}

/** To the other processes only: the rooms of this one are the caller's. */
export interface Cluster {
  readonly tell: (room: string, told: readonly Told[]) => void
  readonly recheck: (room: string) => void
  readonly close: () => void
}

/** As much of a Socket.IO server as reaches the others; the adapter gives an event to every process but the one it comes from. */
interface Wire {
  serverSideEmit(event: 'cluster', text: string): unknown
  on(event: 'cluster', hear: (text: string) => void): unknown
}

/**
 * `seq` counts what `from` has sent; `sent` is how far it had counted a tick earlier, so that all of it should be here. Without `told` rights are
 * to be looked at again; where it is null there was too much to tell, and whoever watches had better look.
 */
type Sent = { readonly from: string } & (
  | { readonly seq: number; readonly room: string; readonly told?: readonly Told[] | null }
  | { readonly sent: number }
)

const isTold = (one: unknown) => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'object' && one[1] !== null
function isSent(value: unknown): value is Sent {
  const { from, sent, seq, room, told }: Record<string, unknown> = { ...(value as object) }
  const isPart = Number.isSafeInteger(seq) && typeof room === 'string'
  const isWhole = told === undefined || told === null || (Array.isArray(told) && told.every(isTold))
  return typeof from === 'string' && (Number.isSafeInteger(sent) || (isPart && isWhole))
}

/** What another version of this program may say, or anybody who can write to the database, must not end this process. */
function parse(text: string): Sent | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isSent(value) ? value : undefined
  } catch {
    return undefined
  }
}

interface Sender {
  upTo: number
  readonly beyond: Set<number>
  silentTicks: number
}

/** Of JSON. A document holds 16 MB at most, and one that is refused would send all watchers of all rooms to look again. */
const longestText = 1_000_000
const tickMs = 500
/** A process that stays silent for a minute is gone. */
const goneAfterTicks = 120

/** Joins the cluster under a name that no other process has. */
export function openCluster(io: Wire, from: string, hearing: Hearing): Cluster {
  const senders = new Map<string, Sender>()
  const senderOf = (name: string) => {
    const sender = senders.get(name) ?? { upTo: 0, beyond: new Set(), silentTicks: 0 }
    senders.set(name, sender)
    sender.silentTicks = 0
    return sender
  }
  let [seq, before] = [0, 0]
  const send = (sent: Sent) => void io.serverSideEmit('cluster', JSON.stringify(sent))
  const tick = setInterval(() => {
    send({ from, sent: before })
    before = seq
    for (const [name, sender] of senders) if (++sender.silentTicks > goneAfterTicks) senders.delete(name)
  }, tickMs).unref()

  io.on('cluster', (text) => {
    const heard = parse(text)
    if (!heard) return
    const sender = senderOf(heard.from)
    if (!('sent' in heard)) {
      count(sender, heard.seq)
      passOn(hearing, heard.room, heard.told)
    } else if (heard.sent > sender.upTo) {
      skip(sender, heard.sent)
      hearing.missed()
    }
  })
  return {
    tell(room, told) {
      const text = JSON.stringify({ from, seq: ++seq, room, told })
      if (text.length > longestText) send({ from, seq, room, told: null })
      else io.serverSideEmit('cluster', text)
    },
    recheck: (room) => send({ from, seq: ++seq, room }),
    close: () => clearInterval(tick),
  }
}

function passOn(hearing: Hearing, room: string, told: readonly Told[] | null | undefined) {
  if (told) hearing.tell(room, told)
  else if (told === null) hearing.missed(room)
  else hearing.recheck(room)
}

/** They may come out of order: each is an insert of its own. */
function count(sender: Sender, seq: number) {
  sender.beyond.add(seq)
  while (sender.beyond.delete(sender.upTo + 1)) sender.upTo++
}

function skip(sender: Sender, to: number) {
  sender.upTo = to
  for (const seq of sender.beyond) if (seq <= to) sender.beyond.delete(seq)
  while (sender.beyond.delete(sender.upTo + 1)) sender.upTo++
}
