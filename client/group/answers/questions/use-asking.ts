// How a list of answers shows the questions of its group: which columns, of each group, kept while one looks at other tabs.
import { useRef } from 'react'
import { create } from 'zustand'
import { isSameJson } from '#client/lib/conflict/conflict.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { type Asking, nothingAsked } from './asking.ts'

/** The same as long as it says the same: a group changes with each answer, and rows that are handed another object are drawn anew. */
export function useAsking({ questions, roles }: GroupView, mayRead: boolean): Asking {
  const held = useRef<Asking>(nothingAsked)
  const now = mayRead && questions.length > 0 ? { questions, roles: roles.map(({ _id, name, max }) => ({ _id, name, max })) } : nothingAsked
  if (!isSameJson(held.current, now)) held.current = now
  return held.current
}

/** More make columns too narrow to read. */
export const maxColumns = 5

interface ColumnChoice {
  readonly isOn: boolean
  /** Ids; null for the first. */
  readonly columns: readonly string[] | null
}
const usual: ColumnChoice = { isOn: false, columns: null }
const useShown = create<Readonly<Record<string, ColumnChoice>>>(() => ({}))
const noColumns: readonly Question[] = []

/** Gives the questions that have a column, none while people's roles and notes are shown. */
export function useColumns(groupId: string, { questions }: Asking) {
  const shown = useShown((held) => held[groupId]) ?? usual
  const held = useRef<readonly Question[]>(noColumns)
  const chosen = shown.columns
    ? questions.filter(({ _id }) => shown.columns?.includes(_id))
    : questions.filter(({ isRetired }) => !isRetired).slice(0, maxColumns)
  const columns = shown.isOn ? chosen : noColumns
  if (!isSameJson(held.current, columns)) held.current = columns
  const put = (part: Partial<ColumnChoice>) => useShown.setState({ [groupId]: { ...shown, ...part } })
  return {
    columns: held.current,
    chosen,
    isOn: shown.isOn && questions.length > 0,
    show: (isOn: boolean) => put({ isOn }),
    choose: (id: string, isChosen: boolean) => {
      const others = chosen.map(({ _id }) => _id).filter((one) => one !== id)
      put({ columns: isChosen ? [...others, id] : others })
    },
  }
}
export type Columns = ReturnType<typeof useColumns>
