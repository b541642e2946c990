// R107: says that what was typed before the session ended is in the form again.
import { Notice } from '#client/ui/feedback/notice.tsx'

export const KeptNotice = () => (
  <Notice live title="We restored what you typed.">
    It isn’t saved yet.
  </Notice>
)
