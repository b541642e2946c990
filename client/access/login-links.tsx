// The links under the pages that send an email.
import { Link } from '#client/ui/actions/link.tsx'

export const LoginLinks = () => (
  <>
    <p>
      Know your password? <Link href="/login">Log in</Link>
    </p>
    <p>
      New here? <Link href="/signup">Sign up</Link>
    </p>
  </>
)
