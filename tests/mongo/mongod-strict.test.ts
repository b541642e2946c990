// What a real server refuses, and our stand-in with it: each check names the section of MongoDB's manual that says so.
import { expect, test } from 'vitest'
import { connect, failure, open } from './mongod-kit.ts'

test('W13 a change stream is read at majority: another level is refused, and none at all is raised (Change Streams; $changeStream)', async () => {
  const { mongod, client } = await open()
  for (const level of ['local', 'available', 'snapshot'] as const) {
    const stream = client
      .db('app', { readConcern: { level } as never })
      .collection('things')
      .watch()
    expect(await failure(stream.tryNext())).toMatchObject({ code: 72, codeName: 'InvalidOptions' })
    await stream.close()
  }
  for (const options of [{}, { readConcernLevel: 'majority' } as const]) {
    const stream = connect(mongod, options).things.watch()
    await stream.tryNext()
    await stream.close()
  }
})
