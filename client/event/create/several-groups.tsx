// Step 3 of creation with several groups: each folded to a line, one of them open to be changed.
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, ClipboardPaste, CopyPlus, Plus, Trash2 } from 'lucide-react'
import { type PerPerson, PerPersonFields } from '#client/event/form/per-person-fields.tsx'
import { copyBehind, type DraftProblems, type GroupDraft, hasTimes, placed } from '#client/group/several/draft.ts'
import { DraftFields } from '#client/group/several/draft-fields.tsx'
import { CallFailed } from '#client/lib/call.ts'
import { formatSpan, fromLocalInput } from '#client/lib/dates.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import type { Times } from '#protocol/kernel/time/times.ts'
import { setDraft, useDraft } from './draft.ts'
import { firstTwo } from './use-several.ts'

export interface SeveralGroupsProps {
  groups: readonly GroupDraft[]
  /** Which one is open; null for none. */
  openAt: number | null
  problems: Readonly<Record<number, DraftProblems>>
  /** What was refused of the roles of the open one. */
  roleErrors: Readonly<Record<string, string | undefined>>
  event: Times
  timeZone: string
  limits: TierLimits
  /** How many there may be. */
  most: number
  perPerson: PerPerson
  onGroups: (groups: GroupDraft[]) => void
  onPerPerson: (perPerson: PerPerson) => void
  onOpen: (at: number | null) => void
  onPaste: () => void
}

const seatsOf = ({ roles }: GroupDraft) => roles.reduce((sum, { max }) => sum + max, 0)
const plural = (many: number, one: string) => `${many} ${many === 1 ? one : `${one}s`}`

/** A group in a line: when it is, and how many seats it has. */
function summary(group: GroupDraft, event: Times, timeZone: string): string {
  const [start, end] = hasTimes(group)
    ? [fromLocalInput(group.start, timeZone), fromLocalInput(group.end, timeZone)]
    : [event.start, event.end]
  const when = start && end ? formatSpan(start, end, timeZone) : 'Times missing'
  return [when, group.location.trim(), `${plural(group.roles.length, 'role')}, ${plural(seatsOf(group), 'seat')}`]
    .filter(Boolean)
    .join(' · ')
}

interface GroupCardProps
  extends Omit<SeveralGroupsProps, 'groups' | 'openAt' | 'most' | 'perPerson' | 'onGroups' | 'onPerPerson' | 'onPaste'> {
  group: GroupDraft
  at: number
  isOpen: boolean
  isFirst: boolean
  isLast: boolean
  onChange: (group: GroupDraft) => void
  onMove: (by: -1 | 1) => void
  onCopy: (() => void) | undefined
  onRemove: () => void
}

function GroupCard(props: GroupCardProps) {
  const { group, at, isOpen, isFirst, isLast, problems, roleErrors, event, timeZone, limits, onChange, onMove, onCopy, onRemove, onOpen } =
    props
  const name = group.name.trim() || `Group ${at + 1}`
  const found = problems[at] ?? {}
  const [problem] = Object.values(found)
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card sm:px-5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <p dir="auto" className="font-medium wrap-anywhere">
            {name}
          </p>
          <Text size={13} tone="muted">
            {summary(group, event, timeZone)}
          </Text>
          {problem && !isOpen && (
            <Text size={13} tone="danger">
              {problem}
            </Text>
          )}
        </div>
        <div className="-mr-2 flex shrink-0">
          <IconButton label={`Move ${name} up`} disabled={isFirst} icon={<ArrowUp aria-hidden="true" />} onClick={() => onMove(-1)} />
          <IconButton label={`Move ${name} down`} disabled={isLast} icon={<ArrowDown aria-hidden="true" />} onClick={() => onMove(1)} />
          {onCopy && <IconButton label={`Copy ${name}`} icon={<CopyPlus aria-hidden="true" />} onClick={onCopy} />}
          <IconButton label={`Remove ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={onRemove} />
          <IconButton
            label={isOpen ? `Close ${name}` : `Edit ${name}`}
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
            onClick={() => onOpen(isOpen ? null : at)}
          />
        </div>
      </div>
      {isOpen && (
        <div className="mt-4 border-t border-line pt-4">
          <DraftFields
            value={group}
            onChange={onChange}
            problems={found}
            event={event}
            timeZone={timeZone}
            mayShift={at > 0}
            maxRoles={limits.maxRolesPerEventGroup}
            maxPerRole={limits.maxParticipantsPerRole}
            roleErrors={roleErrors}
          />
        </div>
      )}
    </li>
  )
}

/** Where it stood, among those that are there by then: one that is left alone is the event's one group again. */
function putBack(gone: GroupDraft, at: number, key: string) {
  const { key: now, groups, group, roles } = useDraft.getState()
  if (now !== key) throw new CallFailed(409, { error: 'What you typed was sent or cleared since.', code: 'undo-late' })
  const others = groups.length > 0 ? groups : firstTwo(group.name, roles).slice(0, 1)
  setDraft({ groups: others.toSpliced(at, 0, gone).map((one) => ({ ...one, roles: [...one.roles] })) })
}

export function SeveralGroups(props: SeveralGroupsProps) {
  const { groups, openAt, most, event, timeZone, perPerson, onGroups, onPerPerson, onOpen, onPaste } = props
  const isFull = groups.length >= most
  const insert = (at: number, group: GroupDraft) => {
    onGroups([...groups.slice(0, at), group, ...groups.slice(at)])
    onOpen(at)
  }
  const move = (at: number, by: -1 | 1) => {
    const next = [...groups]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onGroups(next)
    if (openAt !== null) onOpen(openAt === at ? at + by : openAt === at + by ? at : openAt)
    announce(`${groups[at]?.name} is now ${at + by + 1} of ${next.length}`)
  }
  const remove = (at: number) => {
    const { key } = useDraft.getState()
    onGroups(groups.filter((_, nth) => nth !== at))
    onOpen(null)
    const [gone] = groups.slice(at)
    if (gone) toastWithBack(`“${gone.name.trim() || `Group ${at + 1}`}” removed`, `${at} ${gone.name}`, async () => putBack(gone, at, key))
  }
  const last = groups.at(-1)
  return (
    <>
      <Section
        title="Groups"
        badge={<span className="tabular text-muted">{groups.length}</span>}
        description={`Guests go by the times of their group. One without times of its own is at the event’s${event.start && event.end ? `, ${formatSpan(event.start, event.end, timeZone)}` : ''}.`}
        divided
      >
        <ol aria-label="Groups" className="flex flex-col gap-3">
          {placed(groups).map(({ one: group, at }) => (
            <GroupCard
              key={at}
              {...props}
              group={group}
              at={at}
              isOpen={openAt === at}
              isFirst={at === 0}
              isLast={at === groups.length - 1}
              roleErrors={openAt === at ? props.roleErrors : {}}
              onChange={(next) => onGroups(groups.map((one, nth) => (nth === at ? next : one)))}
              onMove={(by) => move(at, by)}
              onCopy={isFull ? undefined : () => insert(at + 1, copyBehind(group, event, timeZone, groups.length))}
              onRemove={() => remove(at)}
            />
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            icon={<Plus aria-hidden="true" />}
            disabled={isFull}
            onClick={() => last && insert(groups.length, copyBehind(last, event, timeZone, groups.length))}
          >
            Add a group
          </Button>
          <Button variant="ghost" icon={<ClipboardPaste aria-hidden="true" />} disabled={isFull} onClick={onPaste}>
            Paste a table
          </Button>
          <Text size={13} tone="muted">
            {groups.length} of {most} groups.
          </Text>
        </div>
      </Section>
      <PerPersonFields value={perPerson} isNew onChange={onPerPerson} />
    </>
  )
}
