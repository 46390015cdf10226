import test from 'ava'
import {
  type ForwardedRequest,
  signCaller,
  verifyCaller,
} from '../../../../../src/mq/parts/database/forwarding/forwarded-caller.ts'
import { createCaller } from '../../../../../src/mq/web/identity/roles.ts'

const secret = Buffer.alloc(32, 1)
const caller = createCaller('äpp', ['g1', 'g2'], new Set(['MQWebUser']), 'basic')
const request: ForwardedRequest = {
  instance: 'i1',
  queueManager: 'QM1',
  application: 'rest',
  method: 'POST',
  target: '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/A/message',
}

test('the caller arrives with name, groups, roles and mechanism', (t) => {
  t.deepEqual(verifyCaller(signCaller(caller, request, secret), request, secret), caller)
})

for (const [title, change] of [
  ['another instance', { instance: 'i2' }],
  ['another queue manager', { queueManager: 'QM2' }],
  ['another application', { application: 'console' }],
  ['another method', { method: 'DELETE' }],
  ['another target', { target: `${request.target}?wait=1` }],
] as const) {
  test(`a header that was signed for ${title} is rejected`, (t) => {
    const header = signCaller(caller, { ...request, ...change }, secret)
    t.is(verifyCaller(header, request, secret), undefined)
  })
}

test('a header with another secret, another caller or another form is rejected', (t) => {
  const header = signCaller(caller, request, secret)
  t.is(verifyCaller(header, request, Buffer.alloc(32, 2)), undefined)
  const admin = signCaller({ ...caller, name: 'mqadmin' }, request, Buffer.alloc(32, 2)).split('.')[0]
  t.is(verifyCaller(`${admin}.${header.split('.')[1]}`, request, secret), undefined)
  for (const text of ['', '.', 'x', 'x.y', `${header}x`.split('.')[0] ?? '', 'undefined'])
    t.is(verifyCaller(text, request, secret), undefined, text)
})
