// Whom a search among members finds (R232). Apart from their rules: the first step of creating an event needs only those.
import { finderOf } from '#protocol/kernel/finding/names.ts'
import type { OrgMember } from '#protocol/people/org.ts'

/** Those whose name, username and email have the words. */
export function findMembers(members: readonly OrgMember[], words: string): readonly OrgMember[] {
  const finds = finderOf(words)
  return words.trim() ? members.filter(({ user }) => finds(user.name, user.username, user.email || user.masked_email)) : members
}
