// What the form offers where a role is full. Most forms have none, so it comes when it is needed.
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { WaitPanel, type Waits } from './wait-panel.tsx'

interface WaitingProps {
  form: FormView
  /** How the seats stand for this guest. */
  seats: readonly {
    readonly _id: string
    readonly name: string
    readonly left: number
    readonly isFull: boolean
    readonly isChosen: boolean
  }[]
  saved: OwnRsvp | null
  /** What was chosen and not yet sent. */
  draft: { readonly [K in keyof Waits]?: Waits[K] | undefined }
  onChange: (waits: Partial<Waits>) => void
}

export function Waiting({ form, seats, saved, draft, onChange }: WaitingProps) {
  const mine = saved?.waiting ?? []
  const roles = seats.map(({ _id, name, left, isFull }) => ({
    _id,
    name,
    left,
    isFull,
    waiting: form.roleCoverage.find((one) => one._id === _id)?.waiting ?? 0,
    position: mine.find((one) => one.role === name)?.position,
  }))
  const { waitFor = roles.flatMap((role) => (role.position ? role.name : [])), keepWaiting = false, replaceRole = false } = draft
  const mayReplace = form.event?.singleRoleOnly === true && seats.some((role) => role.isChosen)
  return (
    <WaitPanel
      roles={roles}
      waitFor={waitFor}
      keepWaiting={keepWaiting}
      replaceRole={replaceRole}
      mayReplace={mayReplace}
      onChange={onChange}
    />
  )
}
