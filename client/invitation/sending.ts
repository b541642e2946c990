// Asks what would become of the rows, and invites: piece by piece, so that a list of ten thousand is one piece of work that can break off and go on.
import { CallFailed, call } from '#client/lib/call.ts'
import { invitation as limits } from '#protocol/kernel/limits.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { draftOf, setDraft } from './draft.ts'
import { callsOf, isNew, isUnchecked, type Row, withAnswers, withFailed } from './rows.ts'
import { putLeft } from './store.ts'

/** Smaller than what is asked about, so that answers of guests that come meanwhile don't wait long. */
const sentAtOnce = 200

const personOf = ({ email, name, roles, answers }: Row, role: string) => {
  const suggested = roles.length > 0 ? roles : role ? [role] : []
  return { email, ...(name && { name }), ...(suggested.length > 0 && { roles: suggested }), ...(answers.length > 0 && { answers }) }
}

async function sendPiece(groupId: string, piece: readonly Row[], dryRun: boolean) {
  const { message, role, alsoTo } = draftOf(groupId)
  const from = piece[0]?.from
  const people = piece.map((row) => personOf(row, role))
  const input = { id: groupId, people, message, ...(alsoTo.length > 0 && { alsoTo }), ...(from && { fromEventId: from }), dryRun }
  const reply = await call(invitationApi.send, input)
  putLeft(groupId, reply.left)
  setDraft(groupId, { rows: withAnswers(draftOf(groupId).rows, piece, reply.rows, !dryRun) })
}

/** A busy server is asked again a moment later, a few times. */
const pausesMs = [1_000, 3_000, 8_000]
async function patiently(work: () => Promise<void>) {
  for (const pause of [...pausesMs, 0]) {
    try {
      return await work()
    } catch (error) {
      if (pause === 0 || !(error instanceof CallFailed) || (error.status !== 503 && error.status !== 429)) throw error
      await new Promise((later) => setTimeout(later, pause))
    }
  }
}

/** The server said no to these rows; anything else befalls every piece alike. */
const isRefusal = (error: unknown) => error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429

/** Asks about every row that nobody has asked about. A piece that is refused is marked, and the rest goes on; then it fails. */
export async function checkRows(groupId: string) {
  const failures: unknown[] = []
  for (let piece = nextPiece(groupId, isUnchecked); piece; piece = nextPiece(groupId, isUnchecked)) {
    const asked = piece
    await patiently(() => sendPiece(groupId, asked, true)).catch((error: unknown) => {
      failures.push(error)
      const { rows } = draftOf(groupId)
      setDraft(groupId, { rows: withFailed(rows, isRefusal(error) ? asked : rows) })
    })
  }
  if (failures.length > 0) throw failures[0]
}

/** Cut from no more rows than one call may have: all of them would be weighed anew for each. */
const nextPiece = (groupId: string, isWanted: (row: Row) => boolean, most: number = limits.peoplePerCall) =>
  callsOf(draftOf(groupId).rows.filter(isWanted).slice(0, most), most)[0]

/** Invites everyone who is new; `onDone` is called with the number of rows done. What fails leaves the rest as it is. */
export async function sendRows(groupId: string, onDone: (done: number) => void) {
  let done = 0
  for (let piece = nextPiece(groupId, isNew, sentAtOnce); piece; piece = nextPiece(groupId, isNew, sentAtOnce)) {
    const sent = piece
    await patiently(() => sendPiece(groupId, sent, false))
    done += sent.length
    onDone(done)
  }
}

/** Counts who would be invited again, or invites them; page by page. */
export async function askAgain(groupId: string, message: string, dryRun: boolean, onPage: (due: number) => void = () => undefined) {
  let [due, recent] = [0, 0]
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof askPage>> = await askPage(groupId, message, dryRun, cursor)
    putLeft(groupId, page.left)
    due += page.due
    recent += page.recent
    onPage(due)
    cursor = page.nextCursor
  }
  return { due, recent }
}
/** So many pages are looked through on the board; the question before it is sent looks through all. */
const pagesLookedAt = 5

/** Tells whether anybody may be asked again yet: true too where that isn't known at once. */
export async function mayAskAgain(groupId: string): Promise<boolean> {
  for (let cursor: string | null = '', looked = 0; cursor !== null; looked++) {
    const page: Awaited<ReturnType<typeof askPage>> = await askPage(groupId, '', true, cursor)
    if (page.due > 0 || looked === pagesLookedAt) return true
    cursor = page.nextCursor
  }
  return false
}

const askPage = (groupId: string, message: string, dryRun: boolean, cursor: string) =>
  call(invitationApi.again, { id: groupId, message, dryRun, ...(cursor && { cursor }) })
