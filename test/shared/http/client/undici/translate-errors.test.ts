import { Duplex } from 'node:stream'
import test from 'ava'
import {
  isConnectionClosedError,
  translateHandlerErrors,
} from '../../../../../src/shared/http/client/undici/translate-errors.ts'

interface GivenError {
  code?: string
  name?: string
  message?: string
}

const create = ({ message = 'the text', ...members }: GivenError) =>
  Object.assign(new Error(message), members) as NodeJS.ErrnoException

function translate(given: GivenError) {
  const errors: Error[] = []
  const error = create(given)
  translateHandlerErrors({ onHead() {}, onData() {}, onEnd() {}, onError: (e) => errors.push(e) }).onError(error)
  return { error, translated: errors[0] as NodeJS.ErrnoException }
}

for (const [given, code] of [
  [{ code: 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH' }, 'BODY_BROKEN'],
  [{ code: 'UND_ERR_ABORTED' }, 'BODY_BROKEN'],
  [{ code: 'UND_ERR_CLOSED' }, 'CONNECTIONS_CLOSED'],
  [{ code: 'UND_ERR_DESTROYED' }, 'CONNECTIONS_CLOSED'],
  [{ code: 'HPE_INVALID_CONSTANT', name: 'HTTPParserError' }, 'MALFORMED'],
  [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'MALFORMED'],
  [{ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }, 'MALFORMED'],
  [{ code: 'ERR_ASSERTION' }, 'MALFORMED'],
  [{ code: 'UND_ERR_SOCKET', message: 'bad response' }, 'MALFORMED'],
  [{ code: 'UND_ERR_SOCKET', message: 'bad upgrade' }, 'MALFORMED'],
] as const)
  test(`the error ${JSON.stringify(given)} of undici becomes ${code}`, (t) => {
    const { error, translated } = translate(given)
    t.not(translated, error)
    t.like(translated, { code, message: error.message })
  })

for (const given of [{ code: 'ECONNRESET' }, { code: 'UND_ERR_SOCKET' }, {}])
  test(`the error ${JSON.stringify(given)} is not changed`, (t) => {
    const { error, translated } = translate(given)
    t.is(translated, error)
  })

for (const [given, afterHead, beforeHead] of [
  [{ code: 'UND_ERR_SOCKET', message: 'other side closed' }, true, true],
  [{ code: 'UND_ERR_SOCKET', message: 'bad response' }, false, false],
  [{ code: 'UND_ERR_SOCKET', message: 'bad upgrade' }, false, false],
  [{ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }, true, false],
  [{ name: 'HTTPParserError', message: 'Invalid EOF state' }, true, true],
  [{ name: 'HTTPParserError', message: 'Invalid header' }, false, false],
  [{ name: 'Error', message: 'EOF' }, false, false],
  [{ code: 'ECONNRESET' }, false, false],
] as const)
  test(`${JSON.stringify(given)} ${afterHead ? 'means' : 'does not mean'} that the upstream closed the connection`, (t) => {
    t.is(isConnectionClosedError(create(given), true), afterHead)
    t.is(isConnectionClosedError(create(given), false), beforeHead)
  })

test('everything else is passed on', (t) => {
  const calls: unknown[] = []
  const head = { status: 200, headers: [], contentLength: 1 }
  const own = {
    onHead: (given: unknown) => calls.push('head', given),
    onInterim: (given: unknown) => calls.push('interim', given),
    onData: (part: Buffer) => calls.push(part.toString()),
    onEnd: () => calls.push('end'),
    onError() {},
    onUpgrade: (given: unknown, connection: Duplex) => calls.push('upgrade', given, connection),
  }
  const translating = translateHandlerErrors(own)
  const connection = new Duplex()
  translating.onInterim?.(head)
  translating.onHead(head)
  translating.onData(Buffer.from('a'))
  translating.onEnd()
  translating.onUpgrade?.(head, connection)
  t.deepEqual(
    calls.filter((each) => typeof each === 'string'),
    ['interim', 'head', 'a', 'end', 'upgrade'],
  )
  t.is(calls.filter((each) => each === head).length, 3)
  t.is(calls.at(-1), connection)
})

test('a handler without optional callbacks gets none', (t) => {
  const translating = translateHandlerErrors({ onHead() {}, onData() {}, onEnd() {}, onError() {} })
  t.is(translating.onUpgrade, undefined)
  t.notThrows(() => translating.onInterim?.({ status: 103, headers: [], contentLength: Number.NaN }))
})
