// The form of a brand: name, color with what is made of it, sender of emails, and our name at the foot.
import type { SyntheticEvent } from 'react'
import { ConflictDialog } from '#client/lib/conflict/conflict-dialog.tsx'
import { KeptNotice } from '#client/lib/conflict/kept-notice.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ColorInput } from '#client/ui/fields/color-input.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Accent, type BrandPage, brandNameLength } from '#protocol/people/brand/brand.ts'
import { TonesShown } from './tones-shown.tsx'
import type { useBrandEditing } from './use-brand-editing.ts'

interface BrandFormProps {
  page: BrandPage
  editing: ReturnType<typeof useBrandEditing>
  /** The color as far as one can be drawn. */
  accent: string
}

const Overtaken = () => (
  <Notice tone="info" live title="Someone else changed this in the meantime.">
    Nothing you typed is lost. When you save, you are asked only about what both of you changed.
  </Notice>
)

function Fields({ page, editing: { edits, change, refused }, accent }: BrandFormProps) {
  const isColor = Accent.safeParse(edits.accent).success
  return (
    <>
      <Field label="Name" required error={refused.fields.name} hint="Guests see it at the top of invitations and emails.">
        <TextInput
          value={edits.name}
          maxLength={brandNameLength}
          autoComplete="organization"
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <Field label="Color" error={refused.fields.accent ?? (isColor ? undefined : 'Please enter a color like #2f5bd7')}>
        <ColorInput pickLabel="Pick a color" value={edits.accent} onValue={(value) => change({ accent: value })} />
      </Field>
      <TonesShown accent={accent} />
      <Field
        label="Sender of emails"
        optional
        error={refused.fields.replyName}
        hint={`Emails come from “${edits.replyName.trim() || edits.name.trim() || 'Name'} via Rolecall”.`}
      >
        <TextInput
          value={edits.replyName}
          maxLength={brandNameLength}
          autoComplete="off"
          onChange={({ target }) => change({ replyName: target.value })}
        />
      </Field>
      <Switch
        label="Hide “Made with Rolecall”"
        hint="Links to stop emails, to privacy and to report abuse stay."
        checked={edits.hideMadeWith}
        onValue={(isOn) => change({ hideMadeWith: isOn })}
        {...(!page.mayHideMadeWith && { locked: 'With the Team plan' })}
      />
    </>
  )
}

export function BrandForm({ page, editing, accent }: BrandFormProps) {
  const { refused, conflict, isBusy, isDirty } = editing
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) void editing.save()
  }
  return (
    <Card padding="lg">
      <Form onSubmit={submit}>
        {editing.isKept && <KeptNotice />}
        {editing.isOvertaken && <Overtaken />}
        <Failure>{refused.general}</Failure>
        <Fields page={page} editing={editing} accent={accent} />
        <FormActions>
          <Button type="submit" variant="primary" busy={isBusy} busyLabel="Saving..." disabled={page.brand !== null && !isDirty}>
            Save brand
          </Button>
          {isDirty && <Button onClick={editing.discard}>Discard changes</Button>}
        </FormActions>
      </Form>
      {conflict && (
        <ConflictDialog
          key={conflict.current.brand?.rev ?? 0}
          conflicts={conflict.found.conflicts}
          by={conflict.by}
          busy={isBusy}
          onChoose={editing.choose}
          onClose={editing.leaveConflict}
        />
      )}
    </Card>
  )
}
