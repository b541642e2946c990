// What a copy of a group takes over besides what is typed anew: every setting that there is, whoever adds one (R103). Pure.
import { movedAlong } from '#protocol/kernel/time/clocks.ts'
import type { Times } from '#protocol/kernel/time/times.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { type GroupSettings, groupSettings, settingsIn } from '#protocol/seats/settings.ts'

export interface Copied {
  readonly settings: GroupSettings
  /** When what is copied begins: when it takes answers goes by that. */
  readonly start: string
}
export const copiedFrom = (group: GroupView, event: Times): Copied => ({
  settings: settingsIn(groupSettings, group),
  start: group.start || event.start,
})

/** Those that can still be asked: of roles that are there, and after answers that can be given. */
function asked(questions: readonly Question[], roleIds: readonly (string | undefined)[]) {
  const kept: Question[] = []
  for (const question of questions.filter(({ isRetired }) => !isRetired)) {
    const { of, showIf } = question
    const options = question.options.flatMap(({ _id, label, isRetired }) => (isRetired ? [] : [{ _id, label }]))
    const roles = Array.isArray(of) ? of.filter((id) => roleIds.includes(id)) : of
    const before = showIf && kept.find(({ _id }) => _id === showIf.questionId)
    const given = before?.kind === 'yesNo' ? ['yes', 'no'] : (before?.options.map(({ _id }) => _id) ?? [])
    const optionIds = showIf?.optionIds.filter((id) => given.includes(id)) ?? []
    if (roles.length === 0 || (showIf && optionIds.length === 0)) continue
    kept.push({ ...question, options, of: roles, ...(showIf && { showIf: { ...showIf, optionIds } }) })
  }
  return kept
}

/** What is sent of it for a group that begins at `start`, with roles of these ids. */
export function sentCopied({ settings, start: from }: Copied, start: string, roleIds: readonly (string | undefined)[], zone: string) {
  const moved = (at: string) => at && (start ? movedAlong(at, from, start, zone) : at)
  return {
    ...settings,
    questions: asked(settings.questions, roleIds),
    opensAt: moved(settings.opensAt),
    closesAt: moved(settings.closesAt),
  }
}
