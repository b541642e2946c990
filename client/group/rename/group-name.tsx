// The editor of a group's name where it stands: saved as the group's form saves it (R107).
import { editsOf, type GroupEdits } from '#client/group/settings/group-merge.ts'
import { groupSaving } from '#client/group/settings/use-group-editing.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { NameEditor, type NameEditorProps } from './name-editor.tsx'

interface GroupNameProps extends Pick<NameEditorProps<GroupView, GroupEdits>, 'onClose'> {
  group: GroupView
}

export const GroupNameEditor = ({ group, onClose }: GroupNameProps) => (
  <NameEditor
    name={group.name}
    label="Group name"
    maxLength={120}
    missing="Please enter a name"
    draftOf={(name) => {
      const edits = editsOf(group)
      return { opened: group, edits: { ...edits, fields: { ...edits.fields, name } } }
    }}
    saving={groupSaving}
    onClose={onClose}
  />
)
