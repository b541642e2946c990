// The form of a message: whom, what, how it will look, a test to oneself; and a question before it is sent (R101).
import { type FormEvent, useState } from 'react'
import { stillThere, useOtherGroups } from '#client/group/several/other-groups.tsx'
import { useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { useSession } from '#client/lib/session.ts'
import { audienceOf, keepDraft, type MessageDraft, nothing, readDraft } from '#client/records/message-draft.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { messageLength } from '#protocol/kernel/limits.ts'
import { messageApi, subjectMissing, textMissing } from '#protocol/mail/message.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { AudiencePicker, type Count, useCount } from './audience-picker.tsx'
import { MessagePreview } from './message-preview.tsx'
import { loadMessages, useMessages } from './store.ts'

interface Problem {
  subject?: string
  text?: string
  general?: string
}
const problemOf = ({ subject, text }: MessageDraft): Problem => ({
  ...(!subject.trim() && { subject: subjectMissing }),
  ...(!text.trim() && { text: textMissing }),
})

/** What is typed, kept with the tab; and what is wrong with it. */
function useDraft(groupId: string) {
  const [draft, setDraft] = useState(() => readDraft(groupId))
  const [problem, setProblem] = useState<Problem>({})
  const edit = (change: Partial<MessageDraft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    setProblem({})
    keepDraft(groupId, next)
  }
  const isComplete = () => {
    const found = problemOf(draft)
    setProblem(found)
    return Object.keys(found).length === 0
  }
  const fail = (error: unknown) => {
    const { subject, text }: Problem = error instanceof CallFailed ? error.fields : {}
    setProblem(subject || text ? { ...(subject && { subject }), ...(text && { text }) } : { general: errorText(error, wentWrong) })
  }
  return { draft, edit, problem, isComplete, fail }
}

interface Props {
  group: GroupView
  occasion: string
  /** Of the event itself: what a message to several of its groups is about. */
  eventName: string
  host: string
  /** R193: the event is over: nobody is written to but who came, or didn't. */
  isAfter?: boolean
}

/** A role or a question that is gone meanwhile leaves the choice. */
export function ComposeForm({ group, occasion, eventName, host, isAfter = false }: Props) {
  const others = useOtherGroups(group)
  const { draft: typed, edit, problem, isComplete, fail } = useDraft(group._id)
  const isAsked = ({ _id, isRetired }: GroupView['questions'][number]) => _id === typed.unanswered && !isRetired
  const draft = {
    ...typed,
    ...(isAfter && { states: [], door: typed.door || ('came' as const) }),
    roles: typed.roles.filter((id) => group.roles.some(({ _id }) => _id === id)),
    alsoTo: stillThere(others, typed.alsoTo),
    unanswered: typed.unanswered === 'open' || group.questions.some(isAsked) ? typed.unanswered : '',
  }
  const count = useCount(group, draft)
  const [key, setKey] = useState(newKey)
  const [isAsking, setAsking] = useState(false)
  const words = { subject: draft.subject, text: draft.text, replyTo: draft.replyTo }
  const alsoTo = draft.alsoTo.length > 0 && { alsoTo: draft.alsoTo }
  const send = async () => {
    try {
      const { recipients } = await call(messageApi.send, { id: group._id, ...alsoTo, audience: audienceOf(draft), ...words }, { key })
      toast.success(`Sending to ${peopleText(recipients)}`)
      edit(nothing)
      setKey(newKey())
      if (useMessages.getState().cursors[group._id] === undefined) await loadMessages(group._id)
    } catch (error) {
      fail(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete()) setAsking(true)
  }
  return (
    <Form onSubmit={submit}>
      <AudiencePicker group={group} others={others} draft={draft} onChange={edit} count={count} isAfter={isAfter} />
      <MessageFields
        draft={draft}
        problem={problem}
        onChange={edit}
        occasion={alsoTo ? eventName : occasion}
        host={host}
        isEvent={group.eventId !== null}
      />
      <Failure>{problem.general ?? null}</Failure>
      <FormActions sticky>
        <Button type="submit" variant="primary" size="lg" disabled={count.is !== 'known' || count.recipients === 0}>
          {sendLabel(count)}
        </Button>
        {!isAfter && <TestButton groupId={group._id} words={words} isComplete={isComplete} onFail={fail} />}
      </FormActions>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${sendLabel(count)}?`}
        confirmLabel="Send"
        busyLabel="Sending..."
        tone="primary"
        onConfirm={send}
      >
        “{draft.subject}” goes out as an email to each of them. This can’t be undone.
      </ConfirmDialog>
    </Form>
  )
}

const sendLabel = (count: Count) => (count.is === 'known' && count.recipients > 0 ? `Send to ${peopleText(count.recipients)}` : 'Send')

interface WordsProps {
  draft: MessageDraft
  problem: Problem
  onChange: (change: Partial<MessageDraft>) => void
  occasion: string
  host: string
  isEvent: boolean
}

function MessageFields({ draft, problem, onChange, occasion, host, isEvent }: WordsProps) {
  const email = useSession((now) => now.user?.email ?? '')
  return (
    <>
      <Field label="Subject" required error={problem.subject}>
        <TextInput value={draft.subject} maxLength={120} onChange={(event) => onChange({ subject: event.target.value })} />
      </Field>
      <Field
        label="Message"
        required
        error={problem.text}
        hint="Plain text. Links work for guests who said yes; for others they are left out."
      >
        <TextArea rows={7} value={draft.text} maxLength={messageLength} onChange={(event) => onChange({ text: event.target.value })} />
      </Field>
      <Checkbox
        label="Let guests reply to me"
        hint={email ? `They then see your address, ${email}.` : 'They then see your address.'}
        checked={draft.replyTo}
        onValue={(replyTo) => onChange({ replyTo })}
      />
      <Section title="Preview">
        <MessagePreview
          occasion={occasion}
          host={host}
          isEvent={isEvent}
          isToSeveral={draft.alsoTo.length > 0}
          subject={draft.subject}
          text={draft.text}
          repliesTo={draft.replyTo ? email || 'you' : ''}
        />
      </Section>
    </>
  )
}

interface TestProps {
  groupId: string
  words: Pick<MessageDraft, 'subject' | 'text' | 'replyTo'>
  isComplete: () => boolean
  onFail: (error: unknown) => void
}

function TestButton({ groupId, words, isComplete, onFail }: TestProps) {
  const { run, isBusy } = useAction(() =>
    call(messageApi.test, { id: groupId, ...words }, { key: newKey() }).then(
      ({ sentTo }) => toast.success(`A test is on its way to ${sentTo}`),
      onFail,
    ),
  )
  return (
    <Button type="button" size="lg" busy={isBusy} busyLabel="Sending..." onClick={() => isComplete() && void run()}>
      Test to myself
    </Button>
  )
}
