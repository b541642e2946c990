// The code from the email while it is typed and checked. It is kept nowhere but here.
import { type RefObject, useRef, useState } from 'react'
import { errorText } from '#client/lib/call-failed.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { guestCalls } from '#client/rsvp/lazy-parts.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { codeMissing } from '#protocol/kernel/texts.ts'

const codeWrong = 'Invalid verification code. Please try again.'

export interface Code {
  readonly code: string
  readonly setCode: (code: string) => void
  readonly problem: string
  readonly box: RefObject<HTMLInputElement | null>
  readonly confirm: (code: string) => Promise<void>
  /** Goes on as after the code, if another tab has proven this email meanwhile. */
  readonly takeProof: () => Promise<void>
  readonly clear: () => void
}

/** Asks whether the email is proven by now, and takes up the answer it has given. */
async function isProvenElsewhere(email: string): Promise<boolean> {
  const { place, isBusy } = useGuest.getState()
  if (!place || isBusy) return false
  useGuest.setState({ isBusy: true })
  await (await guestCalls()).openForm(place)
  useGuest.setState({ isBusy: false })
  return useGuest.getState().provenEmail === email
}

export function useCode(email: string, onProven: () => void): Code {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const refuse = (sentence: string) => {
    setProblem(sentence)
    box.current?.focus()
  }
  const confirm = async (code: string) => {
    if (useGuest.getState().isBusy) return
    if (!code) return refuse(codeMissing)
    setProblem('')
    useGuest.setState({ isBusy: true })
    try {
      await (await guestCalls()).confirmCode(email, code)
    } catch (error) {
      useGuest.setState({ isBusy: false })
      return refuse(errorText(error, codeWrong))
    }
    useGuest.setState({ isBusy: false })
    goOn()
  }
  const goOn = () => {
    setCode('')
    toast.success('Email verified successfully!', { id: progressToast })
    onProven()
  }
  const takeProof = async () => {
    if (await isProvenElsewhere(email)) goOn()
  }
  const clear = () => {
    setCode('')
    setProblem('')
    box.current?.focus()
  }
  return { code, setCode, problem, box, confirm, takeProof, clear }
}
