import test from 'ava'
import { HeldMessages } from '../../../../../../src/mq/parts/file-transfer/engine/sending/source-messages.ts'

for (const [title, second] of [
  ['cannot be read', () => Promise.reject(new Error('MQRC_SYNCPOINT_LIMIT_REACHED'))],
  ['is no longer there', () => Promise.resolve(undefined)],
] as const)
  test(`the messages before one that ${title} are available again`, async (t) => {
    let [reads, backouts] = [0, 0]
    const connection = {
      beginUnitOfWork: () => ({
        async backout() {
          backouts += 1
        },
      }),
      get() {
        reads += 1
        return reads === 1 ? Promise.resolve({ body: Buffer.from('first') }) : second()
      },
    }
    const held = new HeldMessages(connection as never)
    const entry = { item: 0, source: 'Q', messageIds: ['01', '02'] }
    await t.throwsAsync(held.hold(entry as never))
    t.is(backouts, 1)
  })
