// Whom a question concerns: who comes, whoever answers, or certain roles; and after which earlier answer it is asked (R161).
import { useId } from 'react'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field, FieldGroup } from '#client/ui/fields/field.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import type { RoleView } from '#protocol/seats/group.ts'
import { answersOf, type DraftQuestion } from './question-list.ts'

interface WhomFieldsProps {
  question: DraftQuestion
  /** Those it can depend on. */
  earlier: readonly DraftQuestion[]
  roles: readonly RoleView[]
  onChange: (change: Partial<DraftQuestion>) => void
  errors: { readonly of?: string | undefined; readonly showIf?: string | undefined }
}

const toggled = (all: readonly string[], one: string, isOn: boolean) =>
  isOn ? [...all.filter((other) => other !== one), one] : all.filter((other) => other !== one)

export function WhomFields({ question, earlier, roles, onChange, errors }: WhomFieldsProps) {
  const { of } = question
  const name = useId()
  const kind = typeof of === 'string' ? of : 'roles'
  const choices = [
    { value: 'yes', label: 'Who comes' },
    { value: 'everyone', label: 'Everyone who answers', hint: 'Also who can’t come' },
    ...(roles.length > 0 || kind === 'roles' ? [{ value: 'roles', label: 'Certain roles' }] : []),
  ]
  return (
    <>
      <Segmented
        look="cards"
        name={name}
        label="Who is asked"
        options={choices}
        value={kind}
        onValue={(value) => onChange({ of: value === 'roles' ? [] : value === 'everyone' ? 'everyone' : 'yes' })}
      />
      {typeof of !== 'string' && (
        <FieldGroup label="In which roles" required error={errors.of}>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {roles.map((role) => (
              <Checkbox
                key={role._id}
                label={role.name}
                checked={of.includes(role._id)}
                onValue={(isOn) => onChange({ of: toggled(of, role._id, isOn) })}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <After question={question} earlier={earlier} onChange={onChange} error={errors.showIf} />
    </>
  )
}

type AfterProps = Pick<WhomFieldsProps, 'question' | 'earlier' | 'onChange'> & { error: string | undefined }

/** Where there is nothing it could depend on there is nothing to choose. */
function After({ question: { showIf }, earlier, onChange, error }: AfterProps) {
  const before = earlier.filter((one) => answersOf(one))
  const chosen = before.find(({ _id }) => _id === showIf?.questionId)
  if (before.length === 0) return null
  return (
    <>
      <Field label="When it is asked">
        <Select
          value={chosen?._id ?? ''}
          options={[
            { value: '', label: 'Always' },
            ...before.map(({ _id, label }) => ({ value: _id, label: `Only after an answer to “${label}”` })),
          ]}
          onValue={(questionId) => onChange({ showIf: questionId ? { questionId, optionIds: [] } : null })}
        />
      </Field>
      {showIf && chosen && (
        <FieldGroup label={`Only who answers “${chosen.label}” with`} required error={error}>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {(answersOf(chosen) ?? []).map(({ _id, label }) => (
              <Checkbox
                key={_id}
                label={label}
                checked={showIf.optionIds.includes(_id)}
                onValue={(isOn) => onChange({ showIf: { ...showIf, optionIds: toggled(showIf.optionIds, _id, isOn) } })}
              />
            ))}
          </div>
        </FieldGroup>
      )}
    </>
  )
}
