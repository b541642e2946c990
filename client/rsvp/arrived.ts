// What the page loads when it is needed: a file that doesn't come is as good as a call that isn't answered.
import { CallFailed, offlineSentence } from '#client/lib/call-failed.ts'
import { noteOffline } from '#client/lib/connection.ts'

/** Throws CallFailed. */
export const arrived = <Module>(module: Promise<Module>) =>
  module.catch((cause: unknown): never => {
    noteOffline()
    throw new CallFailed(0, { error: offlineSentence, code: 'offline' }, cause)
  })
