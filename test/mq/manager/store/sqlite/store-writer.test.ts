import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import { serializeChanges } from '../../../../../src/mq/manager/store/sqlite/serialized-changes.ts'
import { openStoreWriter, type StoreWriter } from '../../../../../src/mq/manager/store/sqlite/store-writer.ts'
import { folderFor } from '../../_support/folder.ts'
import { add, message } from '../conformance.ts'

/** The threads that were started, and whether each keeps the process running. */
const threads = new Map<Worker, boolean>()
const { ref, unref } = Worker.prototype

test.before(() => {
  Worker.prototype.ref = function () {
    threads.set(this, true)
    ref.call(this)
  }
  Worker.prototype.unref = function () {
    threads.set(this, false)
    unref.call(this)
  }
})

test.after.always(() => {
  Object.assign(Worker.prototype, { ref, unref })
})

function open(t: ExecutionContext): Promise<StoreWriter> {
  return openAt(join(folderFor(t), 'messages.db'))
}

function openAt(file: string): Promise<StoreWriter> {
  return openStoreWriter({ file, created: 1, isNew: true })
}

function put(writer: StoreWriter, sequence: number): Promise<void> {
  return writer.commit({ ...serializeChanges([add(7, message(sequence))]), urgent: false })
}

const lastThread = () => [...threads.keys()].at(-1) as Worker

test.serial('all stores share one thread, which keeps the process running only until it has answered', async (t) => {
  const first = open(t)
  t.is(threads.get(lastThread()), true)
  const writers = [await first, await open(t)] as const
  t.is(threads.size, 1)
  t.is(threads.get(lastThread()), false)

  const commits = writers.map((each) => put(each, 1))
  t.is(threads.get(lastThread()), true)
  await commits[0]
  t.is(threads.get(lastThread()), true, 'one answer is missing')
  await commits[1]
  t.is(threads.get(lastThread()), false)
  for (const each of writers) await each.close()
})

test.serial('requests are answered in their order, each with its own result', async (t) => {
  const writer = await open(t)
  t.is(writer.opened.block, 0)
  t.deepEqual(await Promise.all([writer.claimBlock(), writer.claimBlock(), put(writer, 1)]), [1, 2, undefined])
  const failed = await t.throwsAsync(put(writer, 1), { name: 'MessageStoreError' })
  t.is((failed as { kind?: string }).kind, 'failed')
  t.is(await writer.claimBlock(), 3)
  await writer.close()
  await t.throwsAsync(writer.claimBlock(), { name: 'MessageStoreError' })
})

test.serial('a request that cannot be sent fails, and does not keep the process running', async (t) => {
  const writer = await open(t)
  const object = { id: 1, record: { name: Symbol('no text') } } as never
  const unsendable = { ...serializeChanges([{ type: 'saveObject', object }]), urgent: false }
  await t.throwsAsync(writer.commit(unsendable), { message: /could not be cloned/ })
  t.is(threads.get(lastThread()), false)
  await put(writer, 1)
  t.is(threads.get(lastThread()), false)
  await writer.close()
})

test.serial('an opening that fails names the file', async (t) => {
  const file = join(folderFor(t), 'missing', 'messages.db')
  const error = await t.throwsAsync(openAt(file), { name: 'MessageStoreError' })
  t.true(error.message.startsWith(file))
})

for (const [title, end, reason] of [
  ['is stopped', () => {}, 'it was stopped'],
  ['fails', (thread: Worker) => thread.emit('error', new Error('out of memory')), 'out of memory'],
] as const)
  test.serial(
    `when the thread ${title}, all writes of its stores fail, and a later store gets a new thread`,
    async (t) => {
      const writer = await open(t)
      const thread = lastThread()
      end(thread)
      const ended = thread.terminate() // it answers nothing from now on
      const pending = [put(writer, 1), writer.claimBlock()]
      await ended
      const message = `the thread that writes the stores ended (${reason}); end the queue manager and start it again`
      for (const each of [...pending, put(writer, 2), writer.close()])
        await t.throwsAsync(each, { name: 'MessageStoreError', message })

      const later = await open(t)
      t.not(lastThread(), thread)
      await put(later, 1)
      await later.close()
    },
  )
