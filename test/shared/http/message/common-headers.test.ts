import { mock } from 'node:test'
import test from 'ava'
import {
  connectionHeaderLines,
  createDateLine,
  strictTransportHeaderLine,
} from '../../../../src/shared/http/message/header-lines.ts'

test('the connection headers announce the timeout of an idle connection, or the end of the connection', (t) => {
  t.is(connectionHeaderLines(true), 'Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n')
  t.is(connectionHeaderLines(false), 'Connection: close\r\n')
})

test('browsers use HTTPS for a year', (t) => {
  t.is(strictTransportHeaderLine, 'Strict-Transport-Security: max-age=31536000\r\n')
})

test('the date is rendered once in a second, and changes with the second', (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2030, 0, 1) + 250 })
  t.teardown(() => mock.timers.reset())
  const render = mock.method(Date.prototype, 'toUTCString')
  t.teardown(() => render.mock.restore())
  const dateHeaderLine = createDateLine()
  t.is(dateHeaderLine(), 'Date: Tue, 01 Jan 2030 00:00:00 GMT\r\n')
  mock.timers.tick(749)
  t.is(dateHeaderLine(), 'Date: Tue, 01 Jan 2030 00:00:00 GMT\r\n')
  t.is(render.mock.callCount(), 1)
  mock.timers.tick(1)
  t.is(dateHeaderLine(), 'Date: Tue, 01 Jan 2030 00:00:01 GMT\r\n')
  mock.timers.tick(999)
  t.is(dateHeaderLine(), 'Date: Tue, 01 Jan 2030 00:00:01 GMT\r\n')
  t.is(render.mock.callCount(), 2)
  mock.timers.tick(1)
  t.is(dateHeaderLine(), 'Date: Tue, 01 Jan 2030 00:00:02 GMT\r\n')
})
