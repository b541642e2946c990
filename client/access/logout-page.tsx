// Logout (/logout): forgets every token, says so, and goes to the start after 3 s.
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { redirectMs } from '#protocol/kernel/limits.ts'
import { AccessFrame } from './access-frame.tsx'
import { logOut } from './store.ts'

export function LogoutPage() {
  const [, navigate] = useLocation()
  useEffect(() => {
    void logOut()
    toast('You have been logged out.', { id: 'logout', duration: redirectMs.logout, position: 'bottom-center' })
    const timer = setTimeout(() => navigate('/', { replace: true }), redirectMs.logout)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AccessFrame title="See you soon" lead="Taking you to the home page.">
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/" variant="primary">
          Go to the home page
        </ButtonLink>
        <ButtonLink href="/login">Log in again</ButtonLink>
      </div>
    </AccessFrame>
  )
}
