// The roles of the one group that is being created, or the list of several.
import { useState } from 'react'
import type { PerPerson } from '#client/event/form/per-person-fields.tsx'
import type { Refused } from '#client/event/form/place-failure.ts'
import type { GroupFieldsValue } from '#client/group/settings/group-values.ts'
import type { DraftFacts, GroupDraft } from '#client/group/several/draft.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { RoleChips } from '#client/role/role-chips.tsx'
import { type DraftRole, problemAt } from '#client/role/role-rules.ts'
import { RolesEditor } from '#client/role/roles-editor.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import { toLocalInput } from '#protocol/kernel/time/clocks.ts'
import { StartSeveral } from './start-several.tsx'
import { firstTwo, isPlain, type useSeveral } from './use-several.ts'

const later = { waiting: <Skeleton className="h-72" />, missing: (retry: () => void) => <NotLoaded onRetry={retry} /> }
// Most events have one.
const SeveralGroups = loadPart(() => import('./several-groups.tsx'), 'SeveralGroups', later)
const PasteGroups = loadPart(() => import('#client/event/groups/paste-groups.tsx'), 'PasteGroups', later)

/** Whom the event is for, as it is typed. */
export interface Attending {
  group: GroupFieldsValue
  roles: readonly DraftRole[]
  /** None as long as there is one. */
  groups: readonly GroupDraft[]
  perPerson: PerPerson
  limits: TierLimits
  refused: Refused
  onGroup: (group: GroupFieldsValue) => void
  onRoles: (roles: DraftRole[]) => void
  onGroups: (groups: GroupDraft[]) => void
  onPerPerson: (perPerson: PerPerson) => void
}

interface CreationGroupsProps extends Attending {
  facts: Omit<DraftFacts, 'now'>
  several: ReturnType<typeof useSeveral>
  most: number
  problem: string | null
  onTyped: () => void
}

function OneGroup({ roles, limits, refused, problem, most, onRoles, onAdd, onPaste, onTyped }: CreationGroupsProps & Leads) {
  const ofRoles = { roles, maxRoles: limits.maxRolesPerEventGroup, maxPerRole: limits.maxParticipantsPerRole }
  const change = (next: typeof roles) => {
    onTyped()
    onRoles([...next])
  }
  return (
    <Section title="Roles" description="What people do at the event, and how many seats each role has." divided>
      <RoleChips {...ofRoles} onChange={change} />
      <RolesEditor {...ofRoles} onChange={change} errors={{ ...refused.roles, ...problemAt(roles, problem) }} />
      <StartSeveral most={most} onAdd={onAdd} onPaste={onPaste} />
    </Section>
  )
}
interface Leads {
  onAdd: () => void
  onPaste: () => void
}

export function CreationGroups(props: CreationGroupsProps) {
  const { group, roles, groups, limits, refused, facts, several, most, onRoles, onGroups, onGroup } = props
  const [isPasting, setPasting] = useState(false)
  const { event, timeZone } = facts
  const change = (next: GroupDraft[]) => {
    several.forget()
    const [only] = next
    // The last one left is the event's one group again.
    if (next.length === 1 && only && isPlain(only)) {
      onRoles([...only.roles])
      onGroup({ ...group, name: /^Group \d+$/.test(only.name) ? '' : only.name })
      return onGroups([])
    }
    onGroups(next)
  }
  const paste = (pasted: readonly GroupDraft[]) => {
    const before = groups.length > 0 ? groups : roles.length > 0 ? firstTwo(group.name, roles).slice(0, 1) : []
    onGroups([...before, ...pasted])
    several.setOpenAt(null)
    setPasting(false)
  }
  const add = () => {
    onGroups(firstTwo(group.name, roles))
    several.setOpenAt(1)
  }
  const taken = groups.length > 0 ? groups.length : roles.length > 0 ? 1 : 0
  const refusedAt = refused.at === null ? {} : { [refused.at]: refused.group }
  const pasteFacts = {
    ...facts,
    maxPerRole: limits.maxParticipantsPerRole,
    room: most - taken,
    day: toLocalInput(event.start, timeZone).slice(0, 10),
  }
  return (
    <>
      {groups.length > 0 ? (
        <SeveralGroups
          groups={groups}
          openAt={several.openAt}
          problems={{ ...refusedAt, ...several.problems }}
          roleErrors={several.openAt === refused.at ? refused.roles : {}}
          event={event}
          timeZone={timeZone}
          limits={limits}
          most={most}
          perPerson={props.perPerson}
          onGroups={change}
          onPerPerson={props.onPerPerson}
          onOpen={several.setOpenAt}
          onPaste={() => setPasting(true)}
        />
      ) : (
        <OneGroup {...props} onAdd={add} onPaste={() => setPasting(true)} />
      )}
      <Dialog
        open={isPasting}
        onOpenChange={setPasting}
        size="lg"
        title="Paste a table"
        description="Several shifts or sessions at once, out of a spreadsheet. You see what becomes of each line; nothing is sent yet."
      >
        {isPasting && <PasteGroups name="new" facts={pasteFacts} onGroups={paste} onCancel={() => setPasting(false)} />}
      </Dialog>
    </>
  )
}
