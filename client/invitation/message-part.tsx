// The organizer's own words in the email, and the role that is suggested.
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { invitation } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { InvitationMessage } from '#protocol/seats/invitation.ts'
import type { InviteList } from './use-invite-list.ts'

interface Props {
  group: GroupView
  list: InviteList
  /** R11: otherwise guests choose no roles, so none is suggested. */
  isSelfSelect: boolean
}

/** Why this can't be sent; undefined where it can. */
export const messageError = (message: string): string | undefined => {
  const { success, error } = InvitationMessage.safeParse(message)
  return success ? undefined : error.issues[0]?.message
}

export const MessagePart = ({ group, list, isSelfSelect }: Props) => (
  <Section title="Email" description="It says who invites them, to what, when and where, and has a link of their own.">
    <div className="flex flex-col gap-5">
      <Field
        label="Your message"
        optional
        hint={`Up to ${invitation.messageLength} characters. Links and addresses in it are left out, so that the email isn’t taken for spam.`}
        error={messageError(list.message)}
      >
        <TextArea
          rows={4}
          value={list.message}
          disabled={list.isBusy}
          placeholder="It would be lovely to have you."
          onChange={(event) => list.setMessage(event.target.value)}
        />
      </Field>
      {isSelfSelect && group.roles.length > 0 && (
        <Field label="Suggested role" optional hint="It is preselected in their form, but doesn’t reserve a seat.">
          <Select
            value={list.role}
            disabled={list.isBusy}
            onValue={list.suggest}
            options={[{ value: '', label: 'None' }, ...group.roles.map(({ name }) => ({ value: name, label: name }))]}
          />
        </Field>
      )}
    </div>
  </Section>
)
