// The list of people on screen: a row is mended where it stands, by mouse and keyboard, what a column means can be told, and nothing is lost on the way.
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { AddPeople } from '#client/invitation/add-people.tsx'
import { clearDraft, draftOf } from '#client/invitation/draft.ts'
import { InviteList } from '#client/invitation/invite-list.tsx'
import { useInviteList } from '#client/invitation/use-invite-list.ts'
import { emailSentence } from '#protocol/kernel/texts.ts'
import { aGroup, groupId } from './event-fixtures.ts'
import { button, drawn, field, leave, press, serve, settle, show, text, type } from './page-kit.tsx'

const group = aGroup({ questions: [] })
function Invite() {
  const list = useInviteList(groupId)
  return (
    <>
      <AddPeople group={group} disabled={list.isBusy} onAdd={list.add} />
      <InviteList list={list} />
    </>
  )
}
interface Sent {
  people: { email: string }[]
}
/** Nobody was invited before. */
const invite = async (pasted = '') => {
  const asked = serve(({ body }) => {
    const rows = ((body ?? { people: [] }) as Sent).people.map(({ email }) => ({ email, status: 'Invited', message: '' }))
    return { body: { rows, left: 100, progress: null } }
  })
  await show(<Invite />)
  if (pasted) {
    await type('Names and email addresses', pasted)
    await press('Add to the list')
    await drawn(() => expect(text()).not.toContain('Checking'))
  }
  return asked
}
const rows = () => draftOf(groupId).rows.map(({ name, email }) => `${name} <${email}>`)
const paste = (pasted: string) =>
  act(async () => void fireEvent.paste(field('Names and email addresses'), { clipboardData: { getData: () => pasted } }))
const key = (target: Element, name: string) => act(async () => void fireEvent.keyDown(target, { key: name }))

beforeEach(() => clearDraft(groupId))

describe('a row', () => {
  test('R225a is mended where it stands, and asked about anew', async () => {
    const asked = await invite('Ann Archer <ann@bad>\nBen <ben@example.com>')
    expect(text()).toContain('1 new · 1 invalid')
    await press('Edit Ann Archer')
    await type('Email', 'ann@example.com')
    await press('Save')
    await drawn(() => expect(text()).toContain('2 new'))
    expect(rows()).toEqual(['Ben <ben@example.com>', 'Ann Archer <ann@example.com>'])
    expect(asked.flatMap(({ body }) => (body as Sent).people.map(({ email }) => email))).toEqual(['ben@example.com', 'ann@example.com'])
  })

  test('R225b that was being mended when the list was cleared is nobody’s of the next one', async () => {
    await invite('Ann <ann@example.com>')
    await press('Edit Ann')
    await type('Name', 'Annabel')
    await press('Clear list')
    await type('Names and email addresses', 'Cleo <cleo@example.com>')
    await press('Add to the list')
    await drawn(() => expect(text()).not.toContain('Checking'))
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(rows()).toEqual(['Cleo <cleo@example.com>'])
    expect(() => button('Undo')).toThrow('No button')
  })

  test('R225b that was cleared by mistake is brought back', async () => {
    await invite('Ann <ann@example.com>')
    await press('Clear list')
    expect(rows()).toEqual([])
    await press('Undo')
    expect(rows()).toEqual(['Ann <ann@example.com>'])
  })

  test('R225a is mended by keyboard alone: Enter saves, Escape leaves it as it was, and the focus stays in the row', async () => {
    await invite('Ann <ann@example.com>')
    const opened = async () => {
      await press('Edit Ann')
      expect(document.activeElement).toBe(field('Name'))
    }
    await opened()
    await type('Name', 'Annabel')
    await key(field('Name'), 'Escape')
    expect(rows()).toEqual(['Ann <ann@example.com>'])
    expect(document.activeElement).toBe(button('Edit Ann'))
    await opened()
    await type('Name', 'Annabel')
    await act(async () => void fireEvent.submit(field('Name')))
    await settle()
    expect(rows()).toEqual(['Annabel <ann@example.com>'])
    expect(document.activeElement).toBe(button('Edit Annabel'))
    await press('Edit Annabel')
    await press('Cancel')
    expect(document.activeElement).toBe(button('Edit Annabel'))
  })

  test('R225a with a bad address says so while it is typed, and stays invalid with a reason', async () => {
    const asked = await invite('Ann <ann@example.com>')
    const before = asked.length
    await press('Edit Ann')
    await type('Email', 'ann@')
    expect(text()).toContain(emailSentence)
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    await press('Save')
    expect(text()).toContain('1 invalid')
    expect(text()).toContain('This isn’t an email address.')
    expect([rows(), asked.length]).toEqual([['Ann <ann@>'], before])
  })

  test('R225a whose address somebody has already names that person', async () => {
    await invite('Ann Archer <ann@example.com>\nBen <ben@example.com>')
    await press('Edit Ben')
    await type('Email', 'ANN@example.com')
    await press('Save')
    expect(text()).toContain('1 new · 1 twice in the list')
    expect(text()).toContain('Ann Archer has this address.')
    await press('Take Ann Archer off the list')
    await drawn(() => expect(text()).toContain('1 new'))
    expect(text()).not.toContain('has this address')
  })

  test('R225a and all that was mended is there after one left and came back', async () => {
    await invite('Ann <ann@example.com>\nUncle Bob')
    await press('Edit Uncle Bob')
    await type('Email', 'bob@example.com')
    await press('Save')
    await drawn(() => expect(text()).toContain('2 new'))
    await leave()
    await invite()
    await drawn(() => expect(text()).toContain('2 new'))
    expect(rows()).toEqual(['Ann <ann@example.com>', 'Uncle Bob <bob@example.com>'])
  })
})

describe('columns', () => {
  const table = 'Company,Full,Mail\nAcme,Ann Archer,ann@example.com\nBolt,Ben Baker,ben@example.com'
  const says = async (column: string, use: string) => {
    await drawn(() => field(column))
    await type(column, use)
    await settle()
  }

  test('R225a are told otherwise, twice, before anybody is added', async () => {
    await invite()
    await type('Names and email addresses', table)
    await settle()
    expect(['Company', 'Full', 'Mail'].map((name) => field(name).value)).toEqual(['', 'name', 'email'])
    await says('Company', 'name')
    await says('Full', '')
    expect(['Company', 'Full', 'Mail'].map((name) => field(name).value)).toEqual(['name', '', 'email'])
    await press('Add to the list')
    await drawn(() => expect(rows()).toEqual(['Acme <ann@example.com>', 'Bolt <ben@example.com>']))
  })

  test('R225b keep what one said while the text below goes on, and forget it with another list', async () => {
    await invite()
    await type('Names and email addresses', table)
    await says('Full', '')
    await type('Names and email addresses', `${table}\nCrow,Cleo Cole,cleo@example.com`)
    await settle()
    expect(field('Full').value).toBe('')
    await type('Names and email addresses', '')
    await type('Names and email addresses', table)
    await settle()
    expect(field('Full').value).toBe('name')
  })

  test('R225 a file is let go of once its people are on the list, so that it can be chosen again', async () => {
    await invite()
    const tab = screen.getByRole('tab', { name: 'Excel or CSV file' })
    await act(async () => void fireEvent.mouseDown(tab, { button: 0 }))
    await act(async () => void fireEvent.click(tab))
    await settle()
    const input = field('File')
    const file = new File([table], 'choir.csv', { type: 'text/csv' })
    await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
    await press('Add 2 people to the list')
    await drawn(() => expect(text()).toContain('2 new'))
    expect(field('File')).not.toBe(input)
  })
})

test('R225c of a very long list the box shows where it begins, and all of it is read', async () => {
  await invite()
  const all = [
    'Name,Email,Notes',
    ...Array.from({ length: 90 }, (_, n) => `Guest ${n},guest${n}@lists.test,${'as one writes '.repeat(40)}`),
  ].join('\n')
  await paste(all)
  expect(text()).toContain('This is where your list begins. All of it is read.')
  expect(field('Names and email addresses').value.length).toBeLessThan(2_100)
  await press('Add to the list')
  await drawn(() => expect(rows()).toHaveLength(90))
  expect(text()).not.toContain('where your list begins')
  await paste(all)
  const clear = () => press('Clear', document.querySelector('form') ?? undefined)
  await clear()
  expect(field('Names and email addresses').value).toBe('')
  await press('Undo')
  expect(text()).toContain('This is where your list begins. All of it is read.')
  expect(text()).toContain('Undone')
  await press('Add to the list')
  await drawn(() => expect(text()).toContain('90'))
})

test.each([
  ['paste', 'zoe@lists.test,'.repeat(4_000)],
  ['type', 'Z'],
] as const)('R225b what was cleared can be brought back until something new is there: %s', async (how, next) => {
  await invite()
  await paste('x@lists.test,'.repeat(4_000))
  await press('Clear', document.querySelector('form') ?? undefined)
  expect(button('Undo')).toBeTruthy()
  await (how === 'paste' ? paste(next) : type('Names and email addresses', next))
  expect(() => button('Undo')).toThrow('No button')
  expect(next.startsWith(field('Names and email addresses').value.slice(0, -1))).toBe(true)
})

describe('a long list', () => {
  const people = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => `Person ${from + nth} <person${from + nth}@some-long-name.example.com>`).join('\n')

  test('R225c is taken whole, however often one pastes more of it', async () => {
    await invite()
    await paste(people(0, 1_000))
    expect(field('Names and email addresses')).toHaveProperty('readOnly', true)
    await paste(people(1_000, 1_100))
    await paste('Zoe <zoe@example.com>')
    await press('Add to the list')
    await settle()
    expect(rows()).toHaveLength(1_101)
    expect(rows()[1_050]).toBe('Person 1050 <person1050@some-long-name.example.com>')
  })

  test('R225c that grows by typing can be typed in further', async () => {
    await invite()
    await type('Names and email addresses', people(0, 1_000))
    expect(field('Names and email addresses')).toHaveProperty('readOnly', false)
  })
})
