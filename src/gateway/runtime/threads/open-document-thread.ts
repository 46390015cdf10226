/** Runs work that takes long in a thread, so that the primary keeps responding. */
import { Worker } from 'node:worker_threads'
import { findModule } from '../../../shared/lib/package/source-files.ts'
import { documentThreadDeadlines, type PrimaryToDocumentThread } from '../messages.ts'
import { threadPort } from '../rpc/ports.ts'
import { openRpcChannel, type RpcChannel, type RpcError } from '../rpc/rpc-channel.ts'

type Task = keyof PrimaryToDocumentThread

/** Runs a task. Rejects with `RpcError`. */
export type RunInThread = <T extends Task>(
  task: T,
  argument: PrimaryToDocumentThread[T]['argument'],
  deadlineMs?: number,
) => Promise<PrimaryToDocumentThread[T]['result']>

type StartedThread = { thread: Worker; channel: RpcChannel<PrimaryToDocumentThread>; open: number }

/** The thread stays for another task, because it has read documents. */
const idleMs = 10_000

/** Starts a thread for one task, and ends it after the task or its deadline. */
export const runInDocumentThread: RunInThread = async (task, argument, deadlineMs) => {
  const { thread, channel } = start(task)
  try {
    return await channel.request(task, argument, deadlineMs)
  } finally {
    await thread.terminate()
  }
}

/** Runs tasks in one thread, started by the first of them. It ends when it is idle for 10 s or misses a deadline. */
export function openDocumentThread(): RunInThread {
  let running: StartedThread | undefined
  let idle: NodeJS.Timeout | undefined

  return async function run(task, argument, deadlineMs) {
    clearTimeout(idle)
    running ??= start('documents')
    const used = running
    used.open += 1
    used.thread.ref()
    try {
      return await used.channel.request(task, argument, deadlineMs)
    } catch (error) {
      if ((error as RpcError).code !== 'failed') end(used)
      throw error
    } finally {
      used.open -= 1
      if (used.open === 0) rest(used)
    }
  }

  /** An idle thread does not keep the process alive. */
  function rest(used: StartedThread): void {
    used.thread.unref()
    if (running === used) idle = setTimeout(() => end(used), idleMs).unref()
  }

  function end(used: StartedThread): void {
    if (running === used) running = undefined
    void used.thread.terminate()
  }
}

function start(name: string): StartedThread {
  const thread = new Worker(findModule('gateway/runtime/programs/document-thread'))
  thread.on('error', () => {}) // the channel reports that it has ended
  const channel = openRpcChannel<PrimaryToDocumentThread, object>(threadPort(thread), {
    peer: `the thread for ${name}`,
    deadlines: documentThreadDeadlines,
    handlers: {},
  })
  return { thread, channel, open: 0 }
}
