// Groups x roles: how many seats are taken of each, live. A changed group draws its own line and no other.
import { memo } from 'react'
import type { BoardGroup } from '#client/group/several/board.ts'
import { byDay, eventAt, roleIn, roleNames } from '#client/group/several/fill.ts'
import { formatTime } from '#client/lib/dates.ts'
import { isManaged } from '#client/records/groups.ts'
import { cx } from '#client/ui/cx.ts'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { CardLink } from '#client/ui/layout/card.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import { stillNeeded } from '#protocol/seats/risk.ts'

const cell = 'px-4 py-2 sm:px-5'

function Cell({ role }: { role: RoleCoverage | undefined }) {
  if (!role) return <td className={cx(cell, 'text-end text-muted')}>–</td>
  const { count, total } = role
  const needed = stillNeeded(role)
  const isFull = count >= total
  return (
    <td className={cx(cell, 'text-end')}>
      <Glow rev={`${count}/${total}/${needed}`} className="inline-block rounded-sm px-1">
        <span className={cx('tabular whitespace-nowrap', isFull ? 'text-muted' : 'font-medium')}>
          {count}/{total}
        </span>
        {isFull && <span className="block text-13 text-muted">Full</span>}
        {needed > 0 && <span className="block text-13 whitespace-nowrap text-warn">{needed} more</span>}
      </Glow>
    </td>
  )
}

interface LineProps {
  event: PublicEvent
  group: BoardGroup
  /** Their names, one a line: as long as they stay, so does the line. */
  names: string
}
const MatrixRow = memo(function MatrixLine({ event, group, names }: LineProps) {
  const { start, timeZone } = eventAt(event, group)
  return (
    <tr className="border-t border-line">
      <th
        scope="row"
        dir="auto"
        className={cx(cell, 'sticky left-0 z-1 max-w-56 min-w-32 bg-surface text-start font-medium wrap-anywhere')}
      >
        <span className="relative block min-h-9">
          <CardLink href={`/group/${group._id}`}>{group.name}</CardLink>
          {isManaged(group) && <span className="tabular block text-13 font-normal text-muted">{formatTime(start, timeZone)}</span>}
        </span>
      </th>
      {names.split('\n').map((name) => (
        <Cell key={name} role={roleIn(group, name)} />
      ))}
    </tr>
  )
})

export function Matrix({ event, groups }: { event: PublicEvent; groups: readonly BoardGroup[] }) {
  const names = roleNames(groups)
  const days = byDay(event, groups)
  const label = 'Seats taken by group and role'
  if (names.length === 0) return <p className="text-muted">No group has roles yet.</p>
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface shadow-card"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-13 text-muted">
            <th scope="col" className={cx(cell, 'sticky left-0 z-1 bg-surface text-start font-medium')}>
              Group
            </th>
            {names.map((name) => (
              <th key={name} scope="col" dir="auto" title={name} className={cx(cell, 'max-w-40 truncate text-end font-medium')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {days.map(({ day, groups: its }) => (
          <tbody key={day}>
            <tr className="border-t border-line bg-fill">
              <th scope="colgroup" colSpan={names.length + 1} className={cx(cell, 'text-start text-13 font-medium')}>
                <span className="sticky left-5">{day}</span>
              </th>
            </tr>
            {its.map((group) => (
              <MatrixRow key={group._id} event={event} group={group} names={names.join('\n')} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}
