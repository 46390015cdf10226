/** Reads descriptions of APIs for the portal on request, and caches them while their revision is in use. */
import { Worker } from 'node:worker_threads'

import { LRUCache } from 'lru-cache'

import type { ApiDescription } from '../../config/types/index.ts'
import { findModule } from '../../lib/package/source-files.ts'
import { openSemaphore } from '../../security/index.ts'
import { type DescribeRequest, describeThreadDeadlines, type PrimaryToDescribeThread } from '../messages.ts'
import { threadPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'

/** Returns the description of the API in a file; undefined when the document cannot be read. */
export type DescribeApi = (file: string) => Promise<ApiDescription | undefined>

const remembered = 100

export function openApiDescriptions({
  revision,
  ...source
}: Omit<DescribeRequest, 'file'> & {
  /** The revision of the documents in use. */
  revision(): string
}): DescribeApi {
  const known = new LRUCache<string, Promise<ApiDescription | undefined>>({ max: remembered })
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting: remembered,
    createOverflowError: () => new Error('too many documents of APIs are waiting to be read'),
  })

  return function describe(file) {
    const key = `${revision()} ${file}`
    let description = known.get(key)
    if (!description) {
      description = inTurn(() => readInThread({ ...source, file }))
      description.catch(() => known.delete(key))
      known.set(key, description)
    }
    return description
  }
}

/** Reads a description in a thread. The thread is terminated after the deadline. */
async function readInThread(task: DescribeRequest): Promise<ApiDescription | undefined> {
  const thread = new Worker(findModule('runtime/portal/describe-thread'))
  thread.on('error', () => {}) // the channel reports that it has ended
  const { request: call } = openRpcChannel<PrimaryToDescribeThread, object>(threadPort(thread), {
    peer: `the thread that reads ${task.file}`,
    deadlines: describeThreadDeadlines,
    handlers: {},
  })
  try {
    return await call('describe', task)
  } finally {
    await thread.terminate()
  }
}
