// What follows from a name, username or email that is written, whatever wrote it: the words that its person is found by (R232c).
import { wordId } from '#server/kernel/store/find-words.ts'
import { type AlsoWritten, type Drafted, drop, type Pair, pairsIn, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { type User, users } from '#server/people/model/account.ts'
import { accountWords, accountWordsOf, textsOf } from '#server/people/model/account-words.ts'

const searchText = (user: User | undefined) => (user?.verified ? textsOf(user).join('\n') : '')
const idsOf = (user: User | undefined) => new Map(user ? accountWordsOf(user).map((word) => [wordId(word, user._id), user._id]) : [])

async function wordsAnew(tx: Drafted, { before, after }: Pair<User>): Promise<RecordWrite[]> {
  if (searchText(before) === searchText(after)) return []
  const [was, is] = [idsOf(before), idsOf(after)]
  const gone = [...was.keys()].filter((id) => !is.has(id))
  const added = [...is].filter(([id]) => !was.has(id))
  const writes = [
    ...gone.map(async (id) => {
      const there = await tx.get(accountWords, id)
      return there && drop(accountWords, there)
    }),
    ...added.map(async ([_id, of]) => ((await tx.get(accountWords, _id)) ? undefined : put(accountWords, { _id, rev: 1, of }))),
  ]
  return (await Promise.all(writes)).filter((one) => one !== undefined)
}

export const wordsKept: AlsoWritten = async (_, tx, { pairs }) =>
  (await Promise.all(pairsIn(pairs, users).map((pair) => wordsAnew(tx, pair)))).flat()
