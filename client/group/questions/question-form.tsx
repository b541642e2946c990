// The form of one question: what is asked, of whom, who reads the answers; and how guests will see it (R160 to R168).
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { FieldRow, Form, FormActions } from '#client/ui/fields/form.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { hasOptions, questionKinds, questionLimits } from '#protocol/seats/questions/kinds.ts'
import type { Editing } from './kept-draft.ts'
import { OptionLines } from './option-lines.tsx'
import { askedIn, type DraftQuestion, newOption } from './question-list.ts'
import { QuestionPreview } from './question-preview.tsx'
import { type Problems, problemsOf } from './question-problems.ts'
import { kindWords, sensitiveWords } from './question-words.ts'
import type { Editor } from './use-questions.ts'
import { WhomFields } from './whom-fields.tsx'

interface QuestionFormProps {
  group: GroupView
  editor: Editor
  editing: Editing
}

/** R107: said while one types, as soon as it is known. */
const OvertakenNotice = () => (
  <Notice tone="info" live title="Someone else changed the questions in the meantime.">
    Nothing you typed is lost. When you save, you are asked only about what both of you changed.
  </Notice>
)

/** What has opened gets the focus; what is wrong gets it after a press on Save. */
function useFocus() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const focusWrong = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby*="error"] input')?.focus())
  return { form, focusWrong }
}

export function QuestionForm({ group, editor, editing: { opened, question } }: QuestionFormProps) {
  const { form, focusWrong } = useFocus()
  const [problems, setProblems] = useState<Problems>({})
  const change = (part: Partial<DraftQuestion>) => {
    setProblems({})
    editor.type({ ...question, ...part })
  }
  const before = askedIn(opened.questions)
  const at = before.findIndex(({ _id }) => _id === question._id)
  const isNew = at < 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(question)
    setProblems(found)
    if (Object.keys(found).length > 0) focusWrong()
    else void editor.saveForm()
  }
  return (
    <div className="grid items-start gap-x-8 gap-y-6 p-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Form ref={form} aria-label={isNew ? 'New question' : `Edit “${before[at]?.label}”`} onSubmit={submit}>
        {editor.isOvertaken && <OvertakenNotice />}
        <QuestionWording group={group} question={question} isNew={isNew} onChange={change} problems={problems} />
        <WhomFields
          question={question}
          earlier={isNew ? before : before.slice(0, at)}
          roles={group.roles}
          onChange={change}
          errors={problems}
        />
        <Reading question={question} onChange={change} />
        {editor.failure && (
          <Notice tone="danger" live>
            {editor.failure}
          </Notice>
        )}
        <FormActions>
          <Button type="submit" variant="primary" busy={editor.isBusy} busyLabel="Saving...">
            Save question
          </Button>
          <Button variant="ghost" disabled={editor.isBusy} onClick={editor.leave}>
            Cancel
          </Button>
        </FormActions>
      </Form>
      <QuestionPreview question={question} />
    </div>
  )
}

interface PartProps {
  question: DraftQuestion
  onChange: (part: Partial<DraftQuestion>) => void
}

function QuestionWording({
  group,
  question,
  isNew,
  onChange,
  problems,
}: PartProps & { group: GroupView; isNew: boolean; problems: Problems }) {
  const { label, help, kind, options, required } = question
  const withKind = (next: DraftQuestion['kind']) =>
    onChange({ kind: next, options: hasOptions(next) && options.length === 0 ? [newOption(), newOption()] : options })
  return (
    <>
      <Field label="Question" required error={problems.label}>
        <TextInput
          value={label}
          maxLength={questionLimits.label}
          autoComplete="off"
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </Field>
      <Field label="Kind of answer" hint={isNew ? undefined : 'The kind can’t be changed. To ask for another kind, add a new question.'}>
        <Select
          value={kind}
          disabled={!isNew}
          options={questionKinds.map((value) => ({ value, label: kindWords[value] }))}
          onValue={(value) => withKind(questionKinds.find((one) => one === value) ?? kind)}
        />
      </Field>
      {hasOptions(kind) && (
        <OptionLines group={group} options={options} error={problems.options} onChange={(next) => onChange({ options: next })} />
      )}
      {kind === 'number' && <Bounds question={question} onChange={onChange} error={problems.max} />}
      <Field label="Explanation" optional>
        <TextInput
          value={help}
          maxLength={questionLimits.help}
          autoComplete="off"
          onChange={(event) => onChange({ help: event.target.value })}
        />
      </Field>
      <Checkbox
        label="An answer is required"
        hint={isNew ? undefined : 'Guests who have answered already stay as they are, and count as open until they answer this as well.'}
        checked={required}
        onValue={(isOn) => onChange({ required: isOn })}
      />
    </>
  )
}

const numberOf = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text))

const Bounds = ({ question: { min, max }, onChange, error }: PartProps & { error: string | undefined }) => (
  <FieldRow>
    <Field label="Lowest" optional>
      <TextInput type="number" defaultValue={min ?? ''} onChange={(event) => onChange({ min: numberOf(event.target.value) })} />
    </Field>
    <Field label="Highest" optional error={error}>
      <TextInput type="number" defaultValue={max ?? ''} onChange={(event) => onChange({ max: numberOf(event.target.value) })} />
    </Field>
  </FieldRow>
)

const audiences = [
  { value: 'organizers', label: 'Only organizers' },
  { value: 'door', label: 'Also at the door', hint: 'On the roster' },
] as const

function Reading({ question: { audience, isSensitive }, onChange }: PartProps) {
  return (
    <>
      <Segmented
        look="cards"
        name={useId()}
        label="Who reads the answers"
        options={audiences}
        value={audience}
        onValue={(value) => onChange({ audience: value })}
      />
      <Checkbox
        label="Sensitive, such as health or beliefs"
        hint={sensitiveWords}
        checked={isSensitive}
        onValue={(isOn) => onChange({ isSensitive: isOn })}
      />
    </>
  )
}
