// How one reaches the people behind this installation (R75).
import { useSettings } from './settings.ts'

/** Gives what makes the address of a mail to them, its subject filled in. Until their address is known the mail has none. */
export function useSupportMail(): (subject: string) => string {
  const settings = useSettings()
  return (subject) => `mailto:${settings?.supportEmail ?? ''}?subject=${encodeURIComponent(subject)}`
}
