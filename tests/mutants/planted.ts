// The faults that `npm run test:mutants` plants: mistakes a colleague could make, each of which must turn the suite red.

import { plantedActivity } from './planted-activity.ts'
import { plantedAnswers } from './planted-answers.ts'
import { plantedCost } from './planted-cost.ts'
import { plantedDatabase } from './planted-database.ts'
import { plantedEdges } from './planted-edges.ts'
import { plantedGuests } from './planted-guests.ts'
import { plantedHandover } from './planted-handover.ts'
import { plantedHistory } from './planted-history.ts'
import { plantedInviting } from './planted-inviting.ts'
import { plantedMail } from './planted-mail.ts'
import { plantedMoney } from './planted-money.ts'
import { plantedNotices } from './planted-notices.ts'
import { plantedOperator } from './planted-operator.ts'
import { plantedOrgs } from './planted-orgs.ts'
import { plantedPresence } from './planted-presence.ts'
import { plantedProofs } from './planted-proofs.ts'
import { plantedReminders } from './planted-reminders.ts'
import { plantedRights } from './planted-rights.ts'
import { plantedSeats } from './planted-seats.ts'
import { plantedUndo } from './planted-undo.ts'
import { plantedWaiting } from './planted-waiting.ts'
import { plantedWaysIn } from './planted-ways-in.ts'

export interface Planted {
  /** What is wrong, in a few words joined by dashes. */
  readonly name: string
  readonly file: string
  /** Stands exactly once in the file. */
  readonly from: string
  /** Compiles, and touches nothing that another fault touches. */
  readonly to: string
  /** The narrowest test files that must notice. */
  readonly tests: readonly string[]
  /** Only the tests whose whole title this matches; all of those files unless told. */
  readonly only?: string
}

export const planted: readonly Planted[] = [
  ...plantedSeats,
  ...plantedUndo,
  ...plantedAnswers,
  ...plantedWaiting,
  ...plantedReminders,
  ...plantedOperator,
  ...plantedRights,
  ...plantedWaysIn,
  ...plantedMoney,
  ...plantedEdges,
  ...plantedCost,
  ...plantedOrgs,
  ...plantedPresence,
  ...plantedProofs,
  ...plantedGuests,
  ...plantedHandover,
  ...plantedInviting,
  ...plantedMail,
  ...plantedNotices,
  ...plantedDatabase,
  ...plantedHistory,
  ...plantedActivity,
]

/** Puts a fault into the text of its file; refuses a list that no longer fits the sources. */
export function plant({ name, file, from, to }: Planted, text: string): string {
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${name}: what it replaces stands ${times} times in ${file}, not once`)
  return text.replace(from, () => to)
}
