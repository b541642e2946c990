// The embedded server, ended with kill -9 at any moment between a commit and its telling, and started again: screens that connect again are right. How
// soon they are: tests/pace/killed.test.ts.
import { expect, test } from 'vitest'
import { openScreens } from '../kit/process/killed.ts'
import { moments } from '../kit/process/points.ts'
import { comes } from '../kit/world/pace.ts'

test.each(moments)(
  'L10, L5 killed %s the commit: every screen is right once it is connected again; control: not one that does not ask',
  async (when) => {
    const { kill, answer, rev, shown, shownBlindly, connects } = await openScreens()
    await comes(() => expect([...shown(), shownBlindly()]).toEqual([1, 1, 1]))
    expect(await kill(when)).toBe('SIGKILL')
    const current = when === 'after' ? 2 : 1
    expect(await rev()).toBe(current)
    await comes(() => expect([connects().every((times) => times > 1), shown()]).toEqual([true, [current, current]]))
    await answer('b@guests.test')
    await comes(() => expect(shown()).toEqual([current + 1, current + 1]))
    expect(shownBlindly()).toBe(1)
  },
)
