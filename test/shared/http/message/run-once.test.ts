import { EventEmitter } from 'node:events'
import test from 'ava'
import { runOnce } from '../../../../src/shared/http/message/run-once.ts'

test('actions of an event run once, in their order', (t) => {
  const emitter = new EventEmitter()
  const log: string[] = []
  runOnce(emitter, 'close', () => log.push('first'))
  runOnce(emitter, 'close', () => log.push('second'))
  runOnce(emitter, 'drain', () => log.push('drained'))
  emitter.emit('close')
  t.deepEqual(log, ['first', 'second'])
  emitter.emit('close')
  emitter.emit('drain')
  t.deepEqual(log, ['first', 'second', 'drained'])
  t.is(emitter.listenerCount('close') + emitter.listenerCount('drain'), 0)
})

test('an action can ask for the next event', (t) => {
  const emitter = new EventEmitter()
  let count = 0
  const again = () => {
    count += 1
    runOnce(emitter, 'drain', again)
  }
  runOnce(emitter, 'drain', again)
  emitter.emit('drain')
  emitter.emit('drain')
  t.is(count, 2)
})

test('all emitters get the same listener functions', (t) => {
  const listeners = new Set<unknown>()
  for (let made = 0; made < 10; made += 1) {
    const emitter = new EventEmitter()
    for (const event of ['close', 'drain'] as const) {
      runOnce(emitter, event, () => made)
      for (const each of emitter.rawListeners(event)) listeners.add(each)
    }
  }
  t.is(listeners.size, 2)
})
