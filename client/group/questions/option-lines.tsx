// The options of a choice, one a line: Enter goes to the next line, several pasted lines become several options (R160, R168).
import { Armchair, ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { FieldError, FieldGroup } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { questionLimits } from '#protocol/seats/questions/kinds.ts'
import { NoSeats, useGroupLink, useOptionRole } from './option-role.tsx'
import { type DraftOption, newOption } from './question-list.ts'

interface OptionLinesProps {
  options: readonly DraftOption[]
  onChange: (options: DraftOption[]) => void
  error: string | undefined
  group: GroupView
}

/** Puts the focus into a line that is about to be there. */
function useFocus() {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef<number | null>(null)
  useEffect(() => {
    if (next.current === null) return
    list.current?.querySelectorAll('input')[next.current]?.focus()
    next.current = null
  })
  const focusOn = (at: number) => {
    next.current = at
  }
  return { list, focusOn }
}

export function OptionLines({ options, onChange, error, group }: OptionLinesProps) {
  const role = useOptionRole(group)
  const groupLink = useGroupLink(group)
  const { list, focusOn } = useFocus()
  const put = (at: number, label: string) => onChange(options.map((one, nth) => (nth === at ? { ...one, label } : one)))
  const insert = (at: number, ...labels: string[]) => {
    const room = questionLimits.options - options.length
    const more = labels.slice(0, room).map((label) => newOption(label))
    if (more.length === 0) return
    focusOn(at + more.length - 1)
    onChange([...options.slice(0, at), ...more, ...options.slice(at)])
  }
  const swap = (at: number, step: -1 | 1) => {
    const next = [...options]
    const [one] = next.splice(at, 1)
    if (one) next.splice(at + step, 0, one)
    onChange(next)
  }
  const remove = (at: number) => {
    focusOn(Math.max(0, at - 1))
    onChange(options.filter((_, nth) => nth !== at))
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const isNextEmpty = options[at + 1]?.label === ''
    if (isNextEmpty) list.current?.querySelectorAll('input')[at + 1]?.focus()
    else insert(at + 1, '')
  }
  const onPaste = (event: ClipboardEvent, at: number) => {
    const [first = '', ...others] = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, questionLimits.option))
      .filter(Boolean)
    if (others.length === 0 || options[at]?.label) return
    event.preventDefault()
    const more = others.slice(0, questionLimits.options - options.length).map((label) => newOption(label))
    onChange([...options.slice(0, at), { ...(options[at] ?? newOption()), label: first }, ...more, ...options.slice(at + 1)])
  }
  return (
    <FieldGroup label="Options" required error={error} hint={<NoSeats mayGroup={groupLink !== undefined} />}>
      <ol ref={list} className="flex flex-col gap-2">
        {options.map((option, at) => (
          <OptionLine
            key={option._id}
            option={option}
            number={at + 1}
            isLast={at === options.length - 1}
            whyNoRole={role.whyNot(option.label)}
            onRole={() => void role.make(option.label)}
            toGroup={groupLink?.(option.label)}
            onLabel={(label) => put(at, label)}
            onSwap={(step) => swap(at, step)}
            onRemove={() => remove(at)}
            onKey={(event) => onKey(event, at)}
            onPaste={(event) => onPaste(event, at)}
          />
        ))}
      </ol>
      <FieldError>{role.failure}</FieldError>
      <div>
        <Button
          size="sm"
          disabled={options.length >= questionLimits.options}
          icon={<Plus aria-hidden="true" />}
          onClick={() => insert(options.length, '')}
        >
          Add option
        </Button>
      </div>
    </FieldGroup>
  )
}

interface OptionLineProps {
  option: DraftOption
  number: number
  isLast: boolean
  /** R168: why it can't become a role. */
  whyNoRole: string | undefined
  onRole: () => void
  /** Where it becomes a group. */
  toGroup: string | undefined
  onLabel: (label: string) => void
  onSwap: (step: -1 | 1) => void
  onRemove: () => void
  onKey: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

/** What has a limit of seats, made of an option. */
function LimitSeats({ option, number, whyNoRole, onRole, toGroup }: OptionLineProps) {
  const icon = <Armchair aria-hidden="true" />
  if (toGroup)
    return (
      <Menu
        trigger={<IconButton size="sm" variant="ghost" label={`Limit the seats of option ${number}`} icon={icon} />}
        items={[
          {
            label: 'Make it a role',
            disabled: whyNoRole !== undefined,
            onSelect: onRole,
            ...(whyNoRole !== undefined && { hint: whyNoRole }),
          },
          { label: 'Make it a group with times of its own', disabled: option.label.trim() === '', href: toGroup },
        ]}
      />
    )
  return (
    <IconButton
      size="sm"
      variant="ghost"
      label={`Make option ${number} a role`}
      title={whyNoRole ?? 'Make it a role, with a limit of seats'}
      // Stays in reach of the keyboard: a button that goes off under the focus would lose it.
      aria-disabled={whyNoRole !== undefined || undefined}
      className={whyNoRole === undefined ? undefined : 'opacity-40'}
      onClick={() => whyNoRole === undefined && onRole()}
      icon={icon}
    />
  )
}

const OptionLine = (props: OptionLineProps) => {
  const { option, number, isLast, onLabel, onSwap, onRemove, onKey, onPaste } = props
  return (
    <li className="flex items-center gap-1">
      <TextInput
        aria-label={`Option ${number}`}
        className="min-w-0 flex-1"
        value={option.label}
        maxLength={questionLimits.option}
        autoComplete="off"
        enterKeyHint="next"
        onChange={(event) => onLabel(event.target.value)}
        onKeyDown={onKey}
        onPaste={onPaste}
      />
      <LimitSeats {...props} />
      <IconButton
        size="sm"
        variant="ghost"
        label={`Move option ${number} up`}
        disabled={number === 1}
        onClick={() => onSwap(-1)}
        icon={<ArrowUp aria-hidden="true" />}
      />
      <IconButton
        size="sm"
        variant="ghost"
        label={`Move option ${number} down`}
        disabled={isLast}
        onClick={() => onSwap(1)}
        icon={<ArrowDown aria-hidden="true" />}
      />
      <IconButton size="sm" variant="ghost" label={`Remove option ${number}`} onClick={onRemove} icon={<Trash2 aria-hidden="true" />} />
    </li>
  )
}
