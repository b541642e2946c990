// Turns many steps of a limit into one call per changed role: 400 ms of rest at the stepper, then 500 ms before the call.
import { debounceMs } from '#protocol/kernel/limits.ts'

export interface LimitUpdates {
  /** Takes a step; the last one within the rests is sent. */
  change: (roleId: string, max: number) => void
  /** Sends what waits at once, e.g. when the page is left. */
  flush: () => void
}

/** Gathers steps and calls `send` once per changed role. */
export function gatherLimits(send: (roleId: string, max: number) => void): LimitUpdates {
  const stepping = new Map<string, { max: number; timer: ReturnType<typeof setTimeout> }>()
  const due = new Map<string, number>()
  let calling: ReturnType<typeof setTimeout> | undefined

  const sendDue = () => {
    clearTimeout(calling)
    for (const [roleId, max] of due) {
      due.delete(roleId)
      send(roleId, max)
    }
  }
  const rest = (roleId: string, max: number) => {
    stepping.delete(roleId)
    due.set(roleId, max)
    clearTimeout(calling)
    calling = setTimeout(sendDue, debounceMs.roleUpdate)
  }
  return {
    change(roleId, max) {
      clearTimeout(stepping.get(roleId)?.timer)
      stepping.set(roleId, { max, timer: setTimeout(() => rest(roleId, max), debounceMs.roleStepper) })
    },
    flush() {
      for (const [roleId, { max, timer }] of stepping) {
        clearTimeout(timer)
        due.set(roleId, max)
      }
      stepping.clear()
      sendDue()
    },
  }
}
