// The short wait before a page: while its file comes, or while the session is checked.
import { Spinner } from '#client/ui/feedback/spinner.tsx'

/** Says "Loading...", a moment late, so that a quick answer brings no flicker. */
export const LoadingNotice = () => (
  <div
    role="status"
    data-coming="page"
    className="flex flex-1 animate-fade items-center justify-center gap-3 px-4 py-24 [animation-delay:150ms]"
  >
    <Spinner />
    Loading...
  </div>
)
