// What is kept of emails that go out by themselves: in the group what is due when, and a record for each run over its answers (decision 0103).
import {
  type AskingView,
  defaultReminders,
  type ReminderKind,
  type ReminderRules,
  type RemindersView,
} from '#protocol/seats/reminder-rules.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** When each goes out next, as ISO 8601; absent where it won't. */
export type Occasions = Readonly<Partial<Record<ReminderKind, string>>>

/** What a group keeps of them. */
export interface Reminded {
  readonly showConfirmation: boolean
  readonly answers: { readonly yes: number; readonly no: number; readonly none: number }
  readonly invitations?: { readonly silent: number }
  /** R98: how many have confirmed, and how many have a role and no response; absent in groups of the release before until it is needed. */
  readonly tally?: { readonly confirmed: number; readonly assigned: number }
  /** R98: when people were last asked to confirm, and how many. */
  readonly asked?: { readonly at: string; readonly people: number }
  /** R99: absent in groups made before there were reminders: none goes out. */
  readonly reminders?: ReminderRules
  readonly occasions?: Occasions
  /** The earliest of them: how the job finds it. */
  readonly remindAt?: string | undefined
  /** R99: who was added before this time has had their nudge. */
  readonly nudgedTo?: string
}

const off: ReminderRules = {
  confirmation: { ...defaultReminders.confirmation, isOn: false },
  reminder: { ...defaultReminders.reminder, isOn: false },
  nudge: { ...defaultReminders.nudge, isOn: false },
}
export const rulesOf = ({ reminders = off }: Pick<Reminded, 'reminders'>) => reminders

/** R98: how many a request to confirm would go to: a yes that isn't confirmed, and a role without a response. */
const leftToConfirm = ({ answers, tally = { confirmed: 0, assigned: 0 } }: Reminded) => answers.yes - tally.confirmed + tally.assigned

/** How many each would go to now; of those without a response a nudge leaves out who was added or asked only lately. */
export const reach = (group: Reminded): Readonly<Record<ReminderKind, number>> => ({
  confirmation: leftToConfirm(group),
  reminder: group.answers.yes,
  nudge: (group.tally?.assigned ?? group.answers.none) + (group.invitations?.silent ?? 0),
})

export const askingView = (group: Reminded): AskingView => ({
  confirmed: group.tally?.confirmed ?? 0,
  left: leftToConfirm(group),
  asked: group.asked ?? null,
})

export function remindersView(group: Reminded): RemindersView {
  const [rules, people] = [rulesOf(group), reach(group)]
  const viewOf = (kind: ReminderKind) => ({ ...rules[kind], next: group.occasions?.[kind] ?? null, people: people[kind] })
  return { confirmation: viewOf('confirmation'), reminder: viewOf('reminder'), nudge: viewOf('nudge') }
}

/** Sends one kind to all of a group whom it is for, page by page; there is one for each occasion. */
export interface ReminderRun extends Stored {
  readonly kind: ReminderKind
  readonly groupId: string
  readonly due: string
  /** R99: somebody asked for it now, so it doesn't wait for the morning. */
  readonly isByHand?: true
  /** Of a nudge by itself: who was added between these times, the first one included. */
  readonly added?: { readonly from: string; readonly to: string }
  /** R110: by hand to nobody but these; those who are still to come. */
  readonly rsvpIds?: readonly string[]
  /** The last RSVP that was dealt with. */
  readonly cursor: { readonly _id: string; readonly createdAt: string } | null
  /** R119: the organizer in whose turn it runs. */
  readonly tenant: string
  readonly dueAt: string
}
/** One for each occasion. */
export const runId = (secrets: Pick<Secrets, 'idOf'>, groupId: string, kind: ReminderKind, due: string) =>
  secrets.idOf('reminder run', groupId, kind, due)
export const reminderRuns: Collection<ReminderRun> = {
  name: 'reminderRuns',
  indexes: { due: { fields: ['dueAt'] }, turn: { fields: ['tenant', 'dueAt'] } },
}
