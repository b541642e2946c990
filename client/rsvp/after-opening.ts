// Brings what writes as the reader of an invitation.
import { arrived } from './arrived.ts'
import { useGuest } from './guest.ts'

/** It waits for the opening call, which brings the cookie of who came by a personal link (R87), and makes it again where it failed. */
export async function afterOpening<Module>(module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([arrived(module), opened()])
  return loaded
}

async function opened() {
  const { isKnown, problem, place } = useGuest.getState()
  if (isKnown) return
  if (problem && place) return (await arrived(import('./guest-calls.ts'))).openForm(place)
  await new Promise<void>((resolve) => {
    const stop = useGuest.subscribe((now) => {
      if (!now.isKnown && !now.problem) return
      stop()
      resolve()
    })
  })
}
