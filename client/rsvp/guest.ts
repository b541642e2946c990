// Who answers, and how far they are: the form they opened, the email they proved, the code on its way, the answer being sent.
import { create } from 'zustand'
import { CallFailed, call, ownSentence, sentenceOf } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { openDraft } from '#client/rsvp/answer/draft.ts'
import { Email } from '#protocol/fields.ts'
import { code as codeRules } from '#protocol/limits.ts'
import { type OwnRsvp, type RsvpForm, rsvpApi } from '#protocol/rsvp.ts'
import { spendGuestToken } from './guest-link.ts'
import { loadOpenLink } from './later.ts'
import { putForm, putRsvp, useRsvps } from './store.ts'

/** What the link says: whose form it is, and where the answer came from (R24). */
export interface Place {
  readonly groupId: string
  readonly eventId: string
  readonly source: string
}

export interface Problem {
  readonly sentence: string
  readonly status: number
}

export interface Guest {
  readonly place: Place | null
  /** The form on screen; null while it loads. */
  readonly formId: string | null
  readonly problem: Problem | null
  /** The email whose proof the server holds: by code, cookie or session. */
  readonly provenEmail: string
  /** True when a login proves it: the session's email then counts, whatever is typed (R17). */
  readonly isSession: boolean
  readonly userName: string
  /** The email a code was sent to, and from when another may be asked for (milliseconds). */
  readonly codeFor: string
  readonly resendAt: number
  /** R26: the proven email that isn't a member's. */
  readonly refusedEmail: string
  /** Roles the server refused as full, as of the form's rev then. */
  readonly refused: { readonly ids: readonly string[]; readonly rev: number }
  /** The answer is in: the Thank You screen shows. */
  readonly isSent: boolean
}

const nobody = {
  formId: null,
  problem: null,
  provenEmail: '',
  isSession: false,
  userName: '',
  codeFor: '',
  resendAt: 0,
  refusedEmail: '',
  refused: { ids: [], rev: 0 },
  isSent: false,
} satisfies Omit<Guest, 'place'>
export const useGuest = create<Guest>(() => ({ place: null, ...nobody }))

const isSame = (one: Place, other: Place | null) => one.groupId === other?.groupId && one.eventId === other.eventId

/** R13: an email as it is compared; what isn't one stays as typed. */
export const normalEmail = (typed: string) => Email.safeParse(typed).data ?? typed.trim()

/** Opens the form of a link: what it shows and who is asking come in one reply. */
export async function openForm(place: Place): Promise<void> {
  if (!place.groupId) return useGuest.setState({ place, ...nobody, problem: { sentence: 'Group Id Undefined', status: 404 } })
  if (isSame(place, useGuest.getState().place)) useGuest.setState({ problem: null })
  else useGuest.setState({ place, ...nobody })
  openDraft(place.groupId, place.eventId)
  try {
    const input = { groupId: place.groupId, eventId: place.eventId, code: place.source || undefined }
    const { userEmail, userName, rsvp, ...form } = await formOf(() => call(rsvpApi.form, input))
    if (!isSame(place, useGuest.getState().place)) return
    putForm(form)
    if (rsvp) putRsvp(rsvp, form)
    const isSession = userEmail !== '' && accessOf(useSession.getState()) === 'account'
    useGuest.setState({ formId: form._id, provenEmail: userEmail, isSession, userName })
  } catch (error) {
    if (isSame(place, useGuest.getState().place)) useGuest.setState({ problem: problemOf(error) })
  }
}

/** R87: who came by a personal link opens the form by that. */
async function formOf(open: () => Promise<RsvpForm>): Promise<RsvpForm> {
  const token = spendGuestToken()
  return token === null ? open() : (await loadOpenLink()).openByLink(token, open)
}

/** R59: the server's text, else one per status. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof CallFailed)) return { sentence: 'Access Error', status: -1 }
  const known: Record<number, string> = { 404: 'Group Not Found', 400: 'Invalid Group Id' }
  if (error.status === 500) return { sentence: ownSentence(error, 'Server Error'), status: 500 }
  return { sentence: sentenceOf(error, known[error.status] ?? 'Access Error'), status: error.status }
}

const placeOf = () => {
  const { place } = useGuest.getState()
  if (!place) throw new Error('No form is open')
  return place
}

/** Asks for a code by email; says whether a link was sent instead (R118). Throws CallFailed; a code sent moments ago (R15) opens its box all the same. */
export async function sendCode(email: string): Promise<boolean> {
  const startResend = (seconds: number) => useGuest.setState({ codeFor: email, resendAt: Date.now() + seconds * 1000 })
  try {
    const { sent, resendSeconds } = await call(rsvpApi.sendCode, { email, groupId: placeOf().groupId })
    if (!sent) startResend(resendSeconds)
    return sent === 'link'
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'code-soon') {
      const { seconds } = error.body
      startResend(typeof seconds === 'number' ? seconds : codeRules.resendSeconds)
    }
    throw error
  }
}

/** Proves the email with the code and takes up the answer that was already given. Throws CallFailed. */
export async function confirmCode(email: string, code: string): Promise<OwnRsvp | null> {
  const { groupId, eventId } = placeOf()
  const form = openedForm()
  const { rsvp } = await call(rsvpApi.verifyCode, { email, groupId, eventId: form?.eventId ?? (eventId || null), code }).catch(
    (error: unknown) => {
      // The code was right and is used up; another email may do better.
      if (error instanceof CallFailed && error.code === 'members-only') useGuest.setState({ refusedEmail: email, codeFor: '', resendAt: 0 })
      throw error
    },
  )
  if (rsvp && form) putRsvp(rsvp, form)
  useGuest.setState({ provenEmail: email, codeFor: '', resendAt: 0 })
  return rsvp
}

/** Says whether this email has answered already; null when that can't be known right now. */
export const hasAnswered = async (email: string, signal: AbortSignal): Promise<boolean | null> => {
  const { groupId, eventId } = placeOf()
  const reply = await call(rsvpApi.checkEmail, { groupId, eventId, email }, { signal }).catch(() => null)
  return reply?.hasExistingRSVP ?? null
}

/** The form on screen, newest view. */
export const openedForm = () => {
  const { formId } = useGuest.getState()
  return formId === null ? null : (useRsvps.getState().forms[formId] ?? null)
}
