import test from 'ava'
import { PeerTimeoutError } from '../../../../src/gateway/data-plane/errors/peer-timeout-error.ts'
import {
  describeError,
  findUpstreamError,
  isCausedByUpstream,
  isStaleConnection,
  NoTargetAvailableError,
  RequestTooLongError,
} from '../../../../src/gateway/data-plane/upstream/upstream-errors.ts'
import {
  ConnectionClosedError,
  ConnectTimeoutError,
  InvalidRequestError,
  MalformedResponseError,
  RequestBodyError,
} from '../../../../src/shared/http/client/index.ts'

const withCode = (code: string) => Object.assign(new Error('of node'), { code })

for (const [what, error, reason, isItsWork] of [
  ['an unknown host name', withCode('ENOTFOUND'), 'upstream_unreachable', true],
  ['a connection that is not made in time', new ConnectTimeoutError(''), 'upstream_silent', true],
  ['an attempt that the system gives up', withCode('ETIMEDOUT'), 'upstream_silent', true],
  ['a connection that is closed', new ConnectionClosedError(false), 'upstream_closed', true],
  ['a connection that is reset', withCode('ECONNRESET'), 'upstream_closed', true],
  ['a response that is not HTTP', new MalformedResponseError(''), 'upstream_malformed', true],
  ['an upstream that sends nothing', new PeerTimeoutError('upstream'), 'upstream_silent', true],
  ['a caller that sends nothing', new PeerTimeoutError('client'), 'request_stalled', false],
  ['a body that is too long', new RequestTooLongError(''), 'payload_too_large', false],
  ['a body that is broken off', new RequestBodyError(''), 'upstream_unreachable', false],
  ['a value that cannot be sent', new InvalidRequestError(''), 'value_unusable', false],
  ['targets that are left alone', new NoTargetAvailableError(), 'upstream_resting', true],
] as const) {
  test(`${what} is ${reason}${isItsWork ? '' : ' and not caused by the upstream'}`, (t) => {
    t.is(findUpstreamError(error).reason, reason)
    t.is(isCausedByUpstream(error), isItsWork)
  })
}

test('a connection is stale when it was reused or reset', (t) => {
  t.true(isStaleConnection(new ConnectionClosedError(true)))
  t.true(isStaleConnection(withCode('EPIPE')))
  t.false(isStaleConnection(new ConnectionClosedError(false)))
  t.false(isStaleConnection(withCode('ECONNREFUSED')))
})

test('the error of several IP addresses has the message of each', (t) => {
  const error = new AggregateError([new Error('::1 refuses'), new Error('127.0.0.1 refuses')])
  t.is(describeError(Object.assign(error, { code: 'ECONNREFUSED' })), 'ECONNREFUSED: ::1 refuses, 127.0.0.1 refuses')
})
