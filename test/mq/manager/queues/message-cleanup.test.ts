import test from 'ava'
import { MessageCleanup } from '../../../../src/mq/manager/queues/message-cleanup.ts'
import { GroupCommit } from '../../../../src/mq/manager/store/group-commit.ts'
import type { StoreChange } from '../../../../src/mq/manager/store/message-store.ts'
import { openMemoryMessageStore } from '../_support/memory-message-store.ts'
import { add, message } from '../store/conformance.ts'

/** A cleanup of 1,000 messages of queue 7. */
async function open() {
  const store = openMemoryMessageStore()
  const sequences = Array.from({ length: 1_000 }, (_, index) => index + 1)
  await store.commit(sequences.map((sequence) => add(7, message(sequence))))
  const commits: number[] = []
  const counted = {
    ...store,
    commit(changes: readonly StoreChange[]) {
      commits.push(changes.length)
      return store.commit(changes)
    },
  }
  const cleanup = new MessageCleanup(store, new GroupCommit(counted))
  const countLeft = () => sequences.filter((sequence) => store.messages.find(7, sequence)).length
  return { cleanup, sequences, countLeft, commits }
}

test('removes all messages of the queue, 200 in one commit', async (t) => {
  const { cleanup, sequences, countLeft, commits } = await open()
  await cleanup.removeMessages(7, sequences)
  t.is(countLeft(), 0)
  t.deepEqual(commits, [200, 200, 200, 200, 200])
})

test('removes the files of large bodies after the commit, and goes on when one cannot be removed', async (t) => {
  const store = openMemoryMessageStore()
  await store.commit([
    add(7, message(1, { bodyFile: 'first' })),
    add(7, message(2)),
    add(7, message(3, { bodyFile: 'third' })),
  ])
  const removed: string[] = []
  const remove = async (file: string) => {
    removed.push(store.messages.find(7, 1) ? `${file} before the commit` : file)
    if (file === 'first') throw new Error('busy')
  }
  const cleanup = new MessageCleanup({ ...store, bodies: { ...store.bodies, remove } }, new GroupCommit(store))
  await cleanup.removeMessages(7, [1, 2, 3])
  t.deepEqual(removed, ['first', 'third'])
})

test('leaves the rest for the next start when it is closed', async (t) => {
  const { cleanup, sequences, countLeft } = await open()
  const removing = cleanup.removeMessages(7, sequences)
  cleanup.close()
  await removing
  t.is(countLeft(), 800)
})
