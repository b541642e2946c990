// What the pages behind emailed links share: the link is read when the page opens, and answered at a click only (R116).
import { useCallback, useEffect, useMemo, useState } from 'react'
import { CallFailed, errorText } from '#client/lib/call.ts'

export interface LinkFailure {
  /** The fact, where it is known that the link no longer counts. */
  title?: string
  sentence: string
  /** Trying again helps only where the server did not say no. */
  canRetry: boolean
}
/** `View` is what the link leads to, `Answer` names what can be chosen, `Done` is what there is to say afterwards. */
export type LinkState<View, Answer extends string, Done> =
  | { is: 'loading' }
  | ({ is: 'failed' } & LinkFailure)
  /** `busy`: the answer that is being sent. */
  | { is: 'asking'; view: View; busy: Answer | null; sentence: string | null }
  | { is: 'done'; done: Done }

/** A constant of the page: `read` is called again whenever it is another one. */
export interface LinkKind<View> {
  read: (token: string) => Promise<View>
  /** The refusals that say that the link is over; the fact and what to do, for all of them. */
  over: { readonly codes: readonly string[]; readonly title: string; readonly sentence: string }
  /** The refusals after which what the link leads to is another: it is read again. */
  changed?: readonly string[]
}

const fallback = 'Something went wrong. Please try again.'
const isFinal = (error: unknown) => error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429

export function useLink<View, Answer extends string = 'accept', Done = never>(token: string, { read, over, changed = [] }: LinkKind<View>) {
  type State = LinkState<View, Answer, Done>
  const [state, setState] = useState<State>({ is: 'loading' })
  const ended: State = useMemo(() => ({ is: 'failed', title: over.title, sentence: over.sentence, canRetry: false }), [over])
  const isOver = useCallback((error: unknown) => error instanceof CallFailed && over.codes.includes(error.code), [over])
  const load = useCallback(() => {
    if (!token) return setState(ended)
    setState({ is: 'loading' })
    read(token).then(
      (view) => setState({ is: 'asking', view, busy: null, sentence: null }),
      (error: unknown) =>
        setState(isOver(error) ? ended : { is: 'failed', sentence: errorText(error, fallback), canRetry: !isFinal(error) }),
    )
  }, [token, read, ended, isOver])
  useEffect(load, [load])
  /** Sends an answer; `send` gives the state that follows, or nothing where it leads to another page. */
  const answer = async (view: View, busy: Answer, send: () => Promise<State | undefined>) => {
    setState({ is: 'asking', view, busy, sentence: null })
    try {
      const next = await send()
      if (next) setState(next)
    } catch (error) {
      if (isOver(error)) setState(ended)
      else {
        const isChanged = error instanceof CallFailed && changed.includes(error.code)
        const latest = isChanged ? await read(token).catch(() => view) : view
        setState({ is: 'asking', view: latest, busy: null, sentence: errorText(error, fallback) })
      }
    }
  }
  return { state, load, answer }
}
