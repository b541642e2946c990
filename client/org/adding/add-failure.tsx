// What went wrong when members were to be added: the list stays, and the same button tries again.
import { Notice } from '#client/ui/feedback/notice.tsx'

export interface Failure {
  readonly title: string
  /** Why, where more is known. */
  readonly detail?: string
}

export const AddFailure = ({ failure }: { failure: Failure | null }) =>
  failure && (
    <Notice tone="danger" live title={failure.title}>
      {failure.detail !== failure.title && failure.detail}
    </Notice>
  )
