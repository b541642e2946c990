// The editor of a role's name where it stands: saved as the group's form saves it (R107).
import { editsOf, type GroupEdits } from '#client/group/settings/group-merge.ts'
import { groupSaving } from '#client/group/settings/use-group-editing.ts'
import { roleNameTaken } from '#client/role/role-rules.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { type GroupView, type RoleView, roleNameMissing } from '#protocol/seats/group.ts'
import { NameEditor, type NameEditorProps } from './name-editor.tsx'

interface RoleNameProps extends Pick<NameEditorProps<GroupView, GroupEdits>, 'onClose'> {
  group: GroupView
  role: Pick<RoleView, '_id' | 'name'>
}

export const RoleNameEditor = ({ group, role, onClose }: RoleNameProps) => (
  <NameEditor
    name={role.name}
    label={`Name of ${role.name}`}
    maxLength={60}
    missing={roleNameMissing}
    problemOf={(name) => (group.roles.some((one) => one._id !== role._id && roleKey(one.name) === roleKey(name)) ? roleNameTaken : null)}
    draftOf={(name) => {
      const { fields, roles } = editsOf(group)
      return { opened: group, edits: { fields, roles: roles.map((one) => (one._id === role._id ? { ...one, name } : one)) } }
    }}
    saving={groupSaving}
    onClose={onClose}
  />
)
