/** A test file that only `test-process.test.ts` runs. */
import net from 'node:net'
import { mock } from 'node:test'
import test from 'ava'

test('nothing is mocked yet, and then the clock and connections are', (t) => {
  t.true(performance.now() > 0)
  t.false('mock' in net.connect)
  mock.method(performance, 'now', () => 0)
  mock.method(net, 'connect')
})

test('the clock stands still in the next test of the file', (t) => {
  t.is(performance.now(), 0)
})
