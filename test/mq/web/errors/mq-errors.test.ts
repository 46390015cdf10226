import test from 'ava'
import { MqError } from '../../../../src/mq/manager/index.ts'
import { toAdminError, toMessagingError } from '../../../../src/mq/web/errors/mq-errors.ts'

const attempt = { action: 'get from', object: 'A', qmgr: 'QM1', principal: 'app' }

for (const [title, toRest] of [
  ['messaging', toMessagingError],
  ['administration', toAdminError],
] as const) {
  for (const [reasonCode, status, msgId] of [
    [2035, 403, 'MQWB0103E'],
    [2101, 500, 'MQWB0102E'],
    [2195, 500, title === 'messaging' ? 'MQWB0303E' : 'MQWB0003E'],
  ] as const) {
    test(`reason ${reasonCode} of ${title} is a ${status} with ${msgId}`, (t) => {
      const error = toRest(new MqError(reasonCode, 'why', { object: 'A' }), attempt)
      t.is(error.status, status)
      t.like(error.body.error[0], { msgId, reasonCode, completionCode: 2 })
    })
  }
}
