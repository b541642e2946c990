// The editor of an event's name where it stands: saved as the event's form saves it (R107).
import { NameEditor, type NameEditorProps } from '#client/group/rename/name-editor.tsx'
import { type EventEdits, editsOf } from './edit-merge.ts'
import type { OpenedEvent } from './open-event.ts'
import { eventSaving } from './use-editing.ts'

interface EventNameProps extends Pick<NameEditorProps<OpenedEvent, EventEdits>, 'onClose'> {
  opened: OpenedEvent
}

export const EventNameEditor = ({ opened, onClose }: EventNameProps) => (
  <NameEditor
    name={opened.event.name}
    label="Event name"
    maxLength={120}
    missing="Please enter a name for the event"
    draftOf={(name) => {
      const edits = editsOf(opened)
      return { opened, edits: { ...edits, fields: { ...edits.fields, name } } }
    }}
    saving={eventSaving}
    onClose={onClose}
  />
)
