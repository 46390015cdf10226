import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { serializeChanges } from '../../../../../src/mq/manager/store/sqlite/serialized-changes.ts'
import { serveWriterRequests } from '../../../../../src/mq/manager/store/sqlite/serve-writer-requests.ts'
import type { WriterReply, WriterRequest } from '../../../../../src/mq/manager/store/sqlite/store-writer.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'
import { add, message } from '../conformance.ts'

/** The requests are served on this thread. `ask` returns the reply, which `onReply` sees first. */
function open(t: ExecutionContext) {
  const folder = folderFor(t)
  const replies: WriterReply[] = []
  const state = { onReply: () => {} }
  let receive: (request: WriterRequest) => void = () => {}
  serveWriterRequests({
    on(_: string, listener: (request: WriterRequest) => void) {
      receive = listener
      return this as never
    },
    postMessage(reply: WriterReply) {
      replies.push(reply)
      state.onReply()
    },
  } as never)
  const ask = (store: number, verb: WriterRequest['verb'], argument?: unknown) => {
    receive({ number: replies.length + 1, store, verb, argument })
    return replies.at(-1)
  }
  const [file, reserve] = [join(folder, 'messages.db'), join(folder, 'reserve')]
  t.teardown(() => ask(1, 'close'))
  return { folder, file, reserve, state, ask }
}

const put = (sequence: number) => ({ ...serializeChanges([add(7, message(sequence))]), urgent: false })

test('each request is answered with its number, and its result or fault', (t) => {
  const { folder, file, ask } = open(t)
  t.deepEqual(ask(1, 'open', { file, created: 1, isNew: true }), { request: 1, value: { block: 0, parked: [] } })
  t.deepEqual(ask(1, 'claimBlock'), { request: 2, value: 1 })
  t.deepEqual(ask(1, 'commit', put(5)), { request: 3, value: undefined })
  t.like(ask(1, 'commit', put(5)), { request: 4, fault: { kind: 'failed' } })
  t.deepEqual(ask(2, 'open', { file, created: 1, isNew: true }), {
    request: 5,
    fault: { kind: 'failed', message: `${file}: the file exists already` },
  })
  t.deepEqual(ask(1, 'close'), { request: 6, value: undefined })
  t.deepEqual(openFilesBelow(folder), [])
  for (const verb of ['commit', 'close'] as const)
    t.like(ask(1, verb, put(6)), { fault: { kind: 'failed', message: 'the store is closed' } })
})

test('the reserve is made after the answer, so that the caller does not wait for it', (t) => {
  const { file, reserve, state, ask } = open(t)
  const seen: boolean[] = []
  state.onReply = () => seen.push(existsSync(reserve))
  ask(1, 'open', { file, created: 1, isNew: true, reserve })
  t.deepEqual([seen, existsSync(reserve)], [[false], true])
})
