// What people are found by in the store, as everywhere (R232): each word of their name, username and email, folded.
import { wordsOf } from '#protocol/kernel/finding/names.ts'
import type { FoundBy } from '#server/kernel/store/find-words.ts'
import type { Collection } from '#server/kernel/store/store.ts'
import type { User } from './account.ts'

export const accountWords: Collection<FoundBy> = { name: 'accountWords', indexes: {} }

type Named = Pick<User, 'name' | 'username' | 'email'>
export const textsOf = ({ name, username, email }: Named): string[] => [name, username ?? '', email]
export const accountWordsOf = (user: Named): string[] => [...new Set(wordsOf(textsOf(user).join('\n')))]
