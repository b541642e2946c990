// What stands in for a group while it loads, and when it can't be shown.
import { CallFailed, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { CanceledState, canceledOf } from '#client/lib/event/canceled.tsx'
import { accessOf, useSession } from '#client/lib/session.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

/** G4: what a group that can't be loaded says. */
export function groupLoadSentence(groupId: string | undefined, error: unknown): string {
  if (!groupId) return 'Group Id Undefined'
  const status = error instanceof CallFailed ? error.status : undefined
  if (status === 404) return 'Group Not Found'
  if (status === 400) return 'Invalid Group Id'
  return status === 500 ? 'Server Error' : 'Access Error'
}

const hintOf = (error: unknown, title: string) => {
  if (title === 'Group Not Found') return 'It may have been deleted, or the link is not complete.'
  if (title === 'Invalid Group Id' || title === 'Group Id Undefined') return 'Please check the link you opened.'
  return errorText(error, 'Something went wrong. Please try again.')
}

interface GroupFailureProps {
  groupId: string | undefined
  error: unknown
  onRetry: () => void
  /** On the page of its event: that is what was canceled there. */
  event?: string
}

export function GroupFailure({ groupId, error, onRetry, event }: GroupFailureProps) {
  useReturn(onRetry)
  const isNobody = useSession((now) => accessOf(now) === 'none')
  const canceled = canceledOf(error)
  if (canceled) return <CanceledState canceled={{ ...canceled, ...(event !== undefined && { name: event }) }} />
  const title = groupLoadSentence(groupId, error)
  const isUnknown = title === 'Group Not Found'
  const isFinal = isUnknown || title === 'Group Id Undefined' || title === 'Invalid Group Id'
  return (
    <>
      <ErrorState title={title} onRetry={isFinal ? undefined : onRetry} action={<ButtonLink href="/dashboard">Go to Dashboard</ButtonLink>}>
        {hintOf(error, title)}
      </ErrorState>
      {isUnknown && isNobody && (
        <Link href="/request-token" className="self-center">
          Is this your group? Email me a sign-in link
        </Link>
      )}
    </>
  )
}

/** A page that has nothing but an error still says what it is. */
export const FailedHead = ({ title }: { title: string }) => (
  <>
    <title>{`${title} · Rolecall`}</title>
    <h1 className="sr-only">{title}</h1>
  </>
)

const rows = ['first', 'second', 'third']

export const BoardSkeleton = () => (
  <Loading label="Loading the group..." isPage className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="flex flex-col gap-4">
      <Skeleton className="h-7 w-40" />
      {rows.map((row) => (
        <Skeleton key={row} className="h-20 w-full rounded-lg" />
      ))}
    </div>
    <div className="flex flex-col gap-4">
      <Skeleton className="h-7 w-28" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  </Loading>
)

export const HeadSkeleton = () => (
  <div className="flex flex-col gap-3">
    <Skeleton className="h-9 w-3/5 max-w-96" />
    <Skeleton className="h-5 w-2/5 max-w-64" />
  </div>
)
