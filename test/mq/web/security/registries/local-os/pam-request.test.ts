import test from 'ava'
import {
  parsePamRequest,
  parsePamResult,
} from '../../../../../../src/mq/web/security/registries/local-os/pam-request.ts'

const request = { service: 'sluice', name: 'alice', password: 'wonderland' }

test('reads a request', (t) => {
  t.deepEqual(parsePamRequest(JSON.stringify({ ...request, other: 1 })), request)
})

for (const member of ['service', 'name', 'password'] as const) {
  for (const value of [undefined, null, 5, ['text'], 'zero\0byte']) {
    test(`rejects a request whose ${member} is ${JSON.stringify(value)}`, (t) => {
      t.throws(() => parsePamRequest(JSON.stringify({ ...request, [member]: value })), {
        message: 'the request must have the texts service, name and password',
      })
    })
  }
}

test('rejects a request that is no JSON', (t) => {
  t.throws(() => parsePamRequest('alice'), { instanceOf: SyntaxError })
})

for (const [text, result] of [
  ['{"outcome":"accepted","reason":"any"}', { outcome: 'accepted' }],
  ['{"outcome":"rejected","reason":"locked"}', { outcome: 'rejected', reason: 'locked' }],
  ['{"outcome":"failed","reason":7}', { outcome: 'failed', reason: '7' }],
] as const) {
  test(`reads the result ${text}`, (t) => {
    t.deepEqual(parsePamResult(text), result)
  })
}

for (const text of ['{}', '[]', '"accepted"', '{"outcome":true}', '{"outcome":"Accepted"}']) {
  test(`rejects the result ${text}`, (t) => {
    t.throws(() => parsePamResult(text), { message: `the result must have an outcome, found ${text}` })
  })
}

test('an error about a result has its first 100 characters', (t) => {
  const text = JSON.stringify('x'.repeat(200))
  t.throws(() => parsePamResult(text), { message: `the result must have an outcome, found ${text.slice(0, 100)}` })
})
