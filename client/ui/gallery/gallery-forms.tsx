// The gallery's fields and choices.
import { CircleCheck, Mail } from 'lucide-react'
import { Button } from '../actions/button.tsx'
import { Link } from '../actions/link.tsx'
import { Checklist } from '../feedback/checklist.tsx'
import { Progress } from '../feedback/progress.tsx'
import { ProgressSteps } from '../feedback/progress-steps.tsx'
import { Checkbox } from '../fields/checkbox.tsx'
import { Field } from '../fields/field.tsx'
import { FileInput } from '../fields/file-input.tsx'
import { FieldRow, Form, FormActions } from '../fields/form.tsx'
import { PasswordInput } from '../fields/password-input.tsx'
import { Segmented } from '../fields/segmented.tsx'
import { Select } from '../fields/select.tsx'
import { Switch } from '../fields/switch.tsx'
import { TextArea } from '../fields/text-area.tsx'
import { SearchInput, TextInput } from '../fields/text-input.tsx'
import { Choices, Numbers } from './gallery-choices.tsx'
import { Sheet, Sheets } from './gallery-sheet.tsx'

const TextFields = () => (
  <Form onSubmit={(event) => event.preventDefault()}>
    <FieldRow>
      <Field label="Name" required hint="As it should stand on the badge.">
        <TextInput placeholder="Ada Lovelace" autoComplete="name" />
      </Field>
      <Field label="Email" required error="Please enter a valid email address">
        <TextInput type="email" defaultValue="ada@@example" before={<Mail aria-hidden="true" />} />
      </Field>
    </FieldRow>
    <FieldRow>
      <Field label="Username" hint="5–24 letters, digits or underscore.">
        <TextInput
          defaultValue="ada_lovelace"
          after={
            <span className="flex items-center gap-1.5 pr-1.5 text-success">
              <CircleCheck aria-hidden="true" className="size-4" /> Available
            </span>
          }
        />
      </Field>
      <Field label="Password" aside={<Link href="/forgot-password">Forgot password?</Link>}>
        <PasswordInput defaultValue="analytical" autoComplete="current-password" />
      </Field>
    </FieldRow>
    <FieldRow>
      <Field label="Start" required>
        <TextInput type="datetime-local" defaultValue="2026-11-28T18:30" />
      </Field>
      <Field label="Organization" optional>
        <Select placeholder="No organization" options={[{ value: '1', label: 'Analytical Society' }]} />
      </Field>
    </FieldRow>
    <Field label="CSV file" hint="As a spreadsheet saves it.">
      <FileInput accept=".csv" onFile={() => undefined} />
    </Field>
    <Field label="Description" optional>
      <TextArea placeholder="What should people know before they come?" />
    </Field>
    <FieldRow>
      <Field label="Locked" hint="Comes from your account.">
        <TextInput disabled defaultValue="a••@example.com" />
      </Field>
      <Field label="Find in answers">
        <SearchInput placeholder="Search names and roles" />
      </Field>
    </FieldRow>
    <FormActions>
      <Button type="submit" variant="primary">
        Create event
      </Button>
      <Button variant="ghost">Back</Button>
    </FormActions>
  </Form>
)

export const GalleryForms = () => (
  <Sheets>
    <Sheet title="Text fields" column>
      <TextFields />
    </Sheet>
    <Sheet title="Yes or no" column>
      <Segmented
        name="attending"
        label="Will you attend?"
        look="cards"
        required
        defaultValue="yes"
        options={[
          { value: 'yes', label: "Yes, I'll be there" },
          { value: 'no', label: "No, I can't" },
        ]}
      />
      <Segmented
        name="attending-2"
        label="Will you attend?"
        look="cards"
        error="Please select whether you're attending or not"
        options={[
          { value: 'yes', label: 'Yes', hint: 'Then pick your roles.' },
          { value: 'no', label: 'No', hint: 'Your seats go back.' },
        ]}
      />
      <Segmented
        name="access"
        label="Event access"
        defaultValue="open"
        options={[
          { value: 'members', label: 'Members Only' },
          { value: 'open', label: 'Open Event' },
        ]}
      />
    </Sheet>
    <Sheet title="Roles with their seats" column>
      <Choices />
    </Sheet>
    <Sheet title="Checkboxes and switches" column>
      <div>
        <Checkbox label="Send me the receipt by email" defaultChecked />
        <Checkbox label="I'd like to help" hint="The organizer will write to you." />
        <Checkbox label="I agree to the house rules" error="Please agree to go on." />
        <Checkbox label="Not for this plan" disabled />
      </div>
      <div>
        <Switch label="Allow RSVP visibility" hint="Everyone who answers sees how the roles fill." defaultChecked />
        <Switch label="Enable role self-select" hint="Guests choose their own roles." />
        <Switch label="Enable role assignment" locked="Team or Enterprise plan required" />
      </div>
    </Sheet>
    <Sheet title="Numbers, codes, people" column>
      <Numbers />
    </Sheet>
    <Sheet title="Progress" column>
      <ProgressSteps current={2} total={3} label="Assignment Setup" />
      <Progress percent={40} label="Processing... (40%)" />
      <Checklist
        label="Password rules"
        items={[
          { label: 'At least 8 characters', isMet: true },
          { label: 'Passwords match', isMet: false },
        ]}
      />
    </Sheet>
  </Sheets>
)
