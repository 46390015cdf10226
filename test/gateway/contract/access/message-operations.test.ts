import test from 'ava'
import { findMessageAction } from '../../../../src/gateway/contract/access/message-operations.ts'

const queue = '/messaging/qmgr/{qmgr}/queue/{queue}'
for (const [method, path, scope, action] of [
  ['POST', `${queue}/message`, 'mq.put', 'put'],
  ['POST', `${queue}/batch`, 'mq.put', 'put'],
  ['DELETE', `${queue}/message`, 'mq.get', 'taken'],
  ['POST', `${queue}/lease/{lease}/ack`, 'mq.get', 'acknowledged'],
  ['POST', `${queue}/lease/{lease}/nack`, 'mq.get', 'put back'],
  ['POST', `${queue}/lease`, 'mq.get', undefined],
  ['GET', `${queue}/message`, 'mq.browse', undefined],
  ['DELETE', '/customers/{id}/message', 'customer', undefined],
] as const) {
  test(`${method} ${path} with ${scope} is ${action ?? 'no movement of a message'}`, (t) => {
    t.is(findMessageAction({ method, path, security: [{ all: [{ scopes: [scope] }] }] }), action)
  })
}
