// Saving the questions of a group: one act each, over what others save meanwhile (R107, R163, R167).
import { useState } from 'react'
import { currentOf, updateGroup } from '#client/group/actions.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { type Choices, isSameJson } from '#client/lib/conflict/conflict.ts'
import { type EditConflict, type EditDraft, type Saving, saveOver } from '#client/lib/conflict/save.ts'
import { useGroups } from '#client/records/groups.ts'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { type Editing, keepEditing, type OpenedQuestions, readEditing } from './kept-draft.ts'
import { askedIn, type DraftQuestion, inputOf, replaced, tidied } from './question-list.ts'
import { compareQuestions } from './question-merge.ts'

type Edits = readonly DraftQuestion[]
export type QuestionsDraft = EditDraft<OpenedQuestions, Edits>

const rolesOf = (id: string) => useGroups.getState().byId[id]?.roles ?? []
export const questionSaving: Saving<OpenedQuestions, Edits> = {
  isChanged: ({ opened, edits }) => !isSameJson(askedIn(opened.questions), edits),
  send: ({ opened: { _id, settingsRev }, edits }) => updateGroup({ id: _id, settingsRev, questions: edits.map(inputOf) }),
  current: (_, error) => currentOf(error),
  compare: ({ opened, edits }, current) =>
    compareQuestions({ base: askedIn(opened.questions), mine: edits, theirs: askedIn(current.questions) }, { roles: rolesOf(opened._id) }),
}

/** The form of one question: what is typed stays in it until it is saved or put away. */
function useForm({ _id, settingsRev, questions }: GroupView) {
  const [editing, setEditing] = useState(() => readEditing(_id))
  const put = (next: Editing | null) => {
    setEditing(next)
    keepEditing(_id, next)
  }
  return {
    editing,
    /** Opens it; what is typed goes over the questions as they are now. */
    edit: (question: DraftQuestion) => put({ opened: { _id, settingsRev, questions }, question }),
    type: (question: DraftQuestion) => editing && put({ ...editing, question }),
    leave: () => put(null),
  }
}

/** One save: the questions as they are wanted, what is said once they are there, and whether they were typed into the form. */
interface Save {
  readonly draft: QuestionsDraft
  readonly said: string
  readonly isForm: boolean
}
interface Conflict extends EditConflict<OpenedQuestions, Edits> {
  readonly of: Save
}

/** Saves over what others save meanwhile, and stops to ask where both changed the same; `onSaved` is called for the form. */
function useSaving(onSaved: () => void) {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { run, isBusy, failure, setFailure } = useAction(async (one: Save) => {
    setConflict(null)
    const done = await saveOver(one.draft, questionSaving)
    if (done.is === 'asked') return setConflict({ ...done.conflict, of: one })
    if (done.is === 'failed') throw done.error
    if (one.isForm) onSaved()
    toastUndoable(one.said, [done.act])
  }, 'Failed to update group')
  const choose = async (choices: Choices) => {
    if (conflict) await run({ ...conflict.of, draft: { opened: conflict.current, edits: conflict.found.settle(choices) } })
  }
  return { run, isBusy, failure, forget: () => setFailure(null), conflict, leaveConflict: () => setConflict(null), choose }
}

export function useQuestions(group: GroupView) {
  const { editing, edit, type, leave } = useForm(group)
  const { run, forget, ...saving } = useSaving(leave)
  const asked = askedIn(group.questions)
  const isAsBefore = editing !== null && isSameJson(askedIn(editing.opened.questions), asked)
  const forgetting =
    <Args extends readonly unknown[]>(act: (...args: Args) => unknown) =>
    (...args: Args) => {
      forget()
      act(...args)
    }
  return {
    asked,
    editing,
    ...saving,
    edit: forgetting(edit),
    type: forgetting(type),
    leave: forgetting(leave),
    saveForm: async () => {
      if (!editing) return
      const { question } = editing
      // Other settings that have changed since, such as a role made of an option, are no reason to ask again.
      const opened = isAsBefore ? { ...editing.opened, settingsRev: group.settingsRev } : editing.opened
      const edits = replaced(askedIn(opened.questions), tidied(question))
      await run({ draft: { opened, edits }, said: `“${question.label.trim()}” saved`, isForm: true })
    },
    saveList: (edits: Edits, said: string) => run({ draft: { opened: group, edits }, said, isForm: false }),
    isOvertaken: editing !== null && !saving.isBusy && !isAsBefore,
  }
}
export type Editor = ReturnType<typeof useQuestions>
