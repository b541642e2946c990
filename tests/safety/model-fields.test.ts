// The model of seats against the calls that it stands for: a field that came since would be agreed with unseen.
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { unknownFields } from '../kit/model/model-http.ts'

test('R3 the model knows every field of the calls it stands for; control: one that it has never heard of is named', () => {
  expect(unknownFields()).toEqual([])
  expect(unknownFields([[groupApi.addRole, 'id name', 'min']])).toEqual(['/group/:id/roles: max'])
})
