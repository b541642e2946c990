// What people are found by in the store, as everywhere (R232): each word of their name, username and email, folded.
import { wordsOf } from '#protocol/kernel/finding/names.ts'
import type { FoundBy } from '#server/kernel/store/find-words.ts'
import type { Collection } from '#server/kernel/store/store.ts'
import type { User } from './account.ts'

export const accountWords: Collection<FoundBy> = { name: 'accountWords', indexes: {} }

type Named = Pick<User, 'name' | 'username' | 'email' | 'verified'>
export const textsOf = ({ name, username, email }: Pick<User, 'name' | 'username' | 'email'>): string[] => [name, username ?? '', email]
/** None before the address is proven: what a stranger's call writes would tell whether it has an account (R34, R120). */
export const accountWordsOf = (user: Named): string[] => (user.verified ? [...new Set(wordsOf(textsOf(user).join('\n')))] : [])
