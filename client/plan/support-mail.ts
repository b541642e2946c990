// How one reaches the people behind this installation: the mailbox that RFC 2142 gives every domain.

/** The address of a mail to them with its subject filled in. */
export const supportMail = (subject: string) => `mailto:support@${window.location.hostname}?subject=${encodeURIComponent(subject)}`
