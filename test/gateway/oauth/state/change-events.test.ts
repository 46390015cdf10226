import test from 'ava'
import { isStateEventMessage } from '../../../../src/gateway/oauth/state/change-events.ts'

const event = { revoked: 'token', until: 9_000 }

for (const [message, isEvent] of [
  [{ id: 'x', event }, true],
  [{ id: 'x', event: { keys: true } }, true],
  [undefined, false],
  [null, false],
  ['x', false],
  [7, false],
  [{}, false],
  [{ id: 'x' }, false],
  [{ id: 'x', event: null }, false],
  [{ id: 'x', event: 'x' }, false],
  [{ id: 1, event }, false],
  [{ event }, false],
] as const) {
  test(`${JSON.stringify(message)} ${isEvent ? 'is' : 'is not'} an event of another process`, (t) => {
    t.is(isStateEventMessage(message), isEvent)
  })
}
