// The calls of somebody who answers: the form, the code, the proof. They come after the first paint (R81): nothing on it waits for them.
import { sayLost, wasLost } from '#client/lib/actions/keeps-cookies.ts'
import { CallFailed, call, errorText, ownSentence } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { code as codeRules } from '#protocol/kernel/limits.ts'
import { type OwnRsvp, type RsvpForm, rsvpApi } from '#protocol/seats/rsvp.ts'
import { beginForm, isAnswer, isSameLink, keepName, nobody, openedForm, type Problem, type RsvpLink, useGuest } from './guest.ts'
import { guestToken, spendGuestToken } from './guest-link.ts'
import { isAside } from './proof/aside.ts'
import { dropUnderWay, keepUnderWay } from './proof/under-way.ts'
import { putForm, putRsvp } from './store.ts'

const stranger = { userEmail: '', userName: '', rsvp: null, removed: null }

/** Opens the form of a link: what it shows and who is asking come in one reply. */
export async function openForm(place: RsvpLink): Promise<void> {
  if (!place.groupId) return useGuest.setState({ place, ...nobody, problem: { sentence: 'Group Id Undefined', status: 404 } })
  beginForm(place)
  useGuest.setState({ problem: null })
  try {
    const input = { groupId: place.groupId, eventId: place.eventId, code: place.source || undefined }
    const reply = await formOf(() => call(rsvpApi.form, input))
    const isAccount = accessOf(useSession.getState()) === 'account'
    const isOther = !isAccount && isAside(reply.eventId ?? reply._id)
    const { userEmail, userName, rsvp, removed = null, ...form } = isOther ? { ...reply, ...stranger } : reply
    if (!isSameLink(place, useGuest.getState().place)) return
    putForm(form)
    if (rsvp) putRsvp(rsvp, form)
    keepName(rsvp)
    if (!reply.userEmail && wasLost()) sayLost()
    const isSession = userEmail !== '' && isAccount
    useGuest.setState({ formId: form._id, provenEmail: userEmail, isKnown: true, isSession, userName, removed })
  } catch (error) {
    if (isSameLink(place, useGuest.getState().place)) useGuest.setState({ problem: problemOf(error) })
  }
}

/** R87: who came by a personal link opens the form by that. */
async function formOf(open: () => Promise<RsvpForm>): Promise<RsvpForm> {
  const token = guestToken()
  if (token === null) return open()
  const form = await (await import('./own/open-link.ts')).openByLink(token, open)
  spendGuestToken()
  return form
}

/** R59: the server's text, else one per status. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof CallFailed)) return { sentence: 'Access Error', status: -1 }
  const known: Record<number, string> = { 404: 'Group Not Found', 400: 'Invalid Group Id' }
  if (error.status === 500) return { sentence: ownSentence(error, 'Server Error'), status: 500 }
  return { sentence: errorText(error, known[error.status] ?? 'Access Error'), status: error.status }
}

const currentLink = () => {
  const { place } = useGuest.getState()
  if (!place) throw new Error('No form is open')
  return place
}

/** Asks for a code by email; says whether a link was sent instead (R118). Throws CallFailed; a code sent moments ago (R15) opens its box all the same. */
export async function sendCode(email: string): Promise<boolean> {
  const startResend = (seconds: number) => {
    const out = { codeFor: email, resendAt: Date.now() + seconds * 1000 }
    useGuest.setState(out)
    keepUnderWay(currentLink().groupId, { ...out, email })
  }
  try {
    const { sent, resendSeconds } = await call(rsvpApi.sendCode, { email, groupId: currentLink().groupId })
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
  const { groupId, eventId } = currentLink()
  const form = openedForm()
  const { rsvp, removed = null } = await call(rsvpApi.verifyCode, {
    email,
    groupId,
    eventId: form?.eventId ?? (eventId || null),
    code,
  }).catch((error: unknown) => {
    // The code was right and is used up; another email may do better.
    if (error instanceof CallFailed && error.code === 'members-only') {
      dropUnderWay(groupId)
      useGuest.setState({ refusedEmail: email, codeFor: '', resendAt: 0 })
    }
    throw error
  })
  dropUnderWay(groupId)
  if (rsvp && form) putRsvp(rsvp, form)
  keepName(rsvp)
  useGuest.setState({ provenEmail: email, removed, codeFor: '', resendAt: 0, isArriving: rsvp !== null && isAnswer(rsvp) })
  return rsvp
}

/** Says whether this email has answered already; null when that can't be known right now. */
export const hasAnswered = async (email: string, signal: AbortSignal): Promise<boolean | null> => {
  const { groupId, eventId } = currentLink()
  const reply = await call(rsvpApi.checkEmail, { groupId, eventId, email }, { signal }).catch(() => null)
  return reply?.hasExistingRSVP ?? null
}
