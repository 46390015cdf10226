/** Runs one task about documents in a thread of its own, so that the primary keeps responding. */
import { Worker } from 'node:worker_threads'

import { findModule } from '../../lib/package/source-files.ts'
import { documentThreadDeadlines, type PrimaryToDocumentThread } from '../messages.ts'
import { threadPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'

type Task = keyof PrimaryToDocumentThread

/** Starts the thread, and terminates it after the task or its deadline. Rejects with `RpcError`. */
export async function runInDocumentThread<T extends Task>(
  task: T,
  argument: PrimaryToDocumentThread[T]['argument'],
): Promise<PrimaryToDocumentThread[T]['result']> {
  const thread = new Worker(findModule('runtime/portal/document-thread'))
  thread.on('error', () => {}) // the channel reports that it has ended
  const { request } = openRpcChannel<PrimaryToDocumentThread, object>(threadPort(thread), {
    peer: `the thread for documents (${task})`,
    deadlines: documentThreadDeadlines,
    handlers: {},
  })
  try {
    return await request(task, argument)
  } finally {
    await thread.terminate()
  }
}
