import test from 'ava'
import { parseCall } from '../../../../src/mq/runtime/mqi/program-calls.ts'

const body = Buffer.from('x')

test('a call that a program may make is returned with its arguments', (t) => {
  t.deepEqual(parseCall({ call: 'browseNext', args: [] }), { name: 'browseNext', args: [] })
  t.deepEqual(parseCall({ call: 'connect', args: [null, 'amqsput', 'operator'] }), {
    name: 'connect',
    args: [undefined, 'amqsput', 'operator'],
  })
  const message = { body, format: 'MQSTR', properties: { n: { type: 'long', value: 1n } }, replyTo: { queue: 'R' } }
  t.deepEqual(parseCall({ call: 'put', args: [{ queue: 'A' }, message, null] }).args, [
    { queue: 'A' },
    message,
    undefined,
  ])
  const display = { command: 'display', qualifier: 'qlocal', responseParameters: ['deftype'] }
  t.deepEqual(parseCall({ call: 'commandJson', args: [display] }).args, [display])
})

const wrong: readonly [what: string, request: unknown, message: RegExp][] = [
  ['an unknown call', { call: 'drop', args: [] }, /there is no call "drop"/],
  ['a name of every object', { call: 'constructor', args: [] }, /there is no call "constructor"/],
  ['no request', null, /there is no call/],
  ['arguments that are no list', { call: 'begin', args: { length: 0 } }, /there is no call/],
  ['too many arguments', { call: 'begin', args: [1] }, /^begin takes nothing, found argument 1$/],
  ['a missing argument', { call: 'browse', args: [] }, /^browse\.queue is missing$/],
  ['a missing member', { call: 'put', args: [{ queue: 'A' }, { body }] }, /^put\.message\.format is missing$/],
  ['another type', { call: 'browse', args: [7] }, /^browse\.queue must be string, found number$/],
  ['a text as bytes', { call: 'get', args: ['A', { messageId: 'x' }] }, /get\.options\.messageId must be bytes/],
  ['null in a member', { call: 'getNext', args: [{ waitMs: null }] }, /waitMs must be number, found null/],
  ['a member that calls do not take', { call: 'get', args: ['A', { accepts: 1 }] }, /found accepts/],
  ['an inherited name', { call: 'get', args: ['A', JSON.parse('{"__proto__":1}')] }, /found __proto__/],
  ['another word', { call: 'openInput', args: ['A', 'mine'] }, /must be asQueueDefault or shared or exclusive/],
  ['other credentials', { call: 'connect', args: ['A', 'x', 'root'] }, /must be operator or object, found string/],
  [
    'a property with an object as its value',
    { call: 'publish', args: ['t', { body, format: '', properties: { n: { type: 'long', value: {} } } }] },
    /properties\.n\.value must be scalar, found object/,
  ],
]
for (const [what, request, message] of wrong)
  test(`${what} is rejected with the place and what is accepted`, (t) => {
    t.throws(() => parseCall(request), { message })
  })
