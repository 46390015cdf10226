import test from 'ava'
import { QueueHandles } from '../../../../src/mq/manager/queues/queue-admission.ts'
import type { ObjectHandle } from '../../../../src/mq/manager/types/services.ts'

const handle = () => ({}) as ObjectHandle

test('handles count for input and output, those for browsing for neither', (t) => {
  const handles = new QueueHandles()
  const [input, output, browse] = [handle(), handle(), handle()]
  const counts = () => [handles.inputCount, handles.outputCount, handles.handles().length]
  handles.add(browse, 'browse', false)
  t.deepEqual(counts(), [0, 0, 1])
  handles.add(input, 'input', false)
  t.deepEqual(counts(), [1, 0, 2])
  handles.add(output, 'output', false)
  t.deepEqual(counts(), [1, 1, 3])
  t.deepEqual(handles.handles(), [browse, input, output])
  handles.remove(input)
  t.deepEqual(counts(), [0, 1, 2])
  handles.remove(output)
  t.deepEqual(counts(), [0, 0, 1])
  handles.remove(browse)
  handles.remove(browse)
  t.deepEqual(counts(), [0, 0, 0])
})

test('exclusive input ends with its own handle, not with another one', (t) => {
  const handles = new QueueHandles()
  const [exclusive, other] = [handle(), handle()]
  handles.add(other, 'browse', false)
  t.false(handles.hasExclusive)
  handles.add(exclusive, 'input', true)
  t.true(handles.hasExclusive)
  handles.remove(other)
  t.true(handles.hasExclusive)
  handles.remove(exclusive)
  t.false(handles.hasExclusive)
})
