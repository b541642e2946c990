// Says that a part of a page did not load: where it would stand, or as a toast where it would have opened over the page.
import { Button } from '../actions/button.tsx'
import { Notice } from './notice.tsx'
import { toast } from './toast.tsx'

const sentence = 'This part of the page did not load. Try again, or reload the page if it keeps happening.'

export const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <Notice tone="warn" action={<Button onClick={onRetry}>Try again</Button>}>
    {sentence}
  </Notice>
)

export const toastNotLoaded = () => void toast.error(sentence)
