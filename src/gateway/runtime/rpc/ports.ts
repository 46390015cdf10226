/** The ports over which processes and threads exchange messages. */
import type { ChildProcess } from 'node:child_process'
import type { Worker as ClusterWorker } from 'node:cluster'
import { type Worker as Thread, parentPort as toParent } from 'node:worker_threads'
import type { ChannelPort } from './rpc-channel.ts'

/** Returns the port to a child process. It closes when the process has ended or could not be started. */
export function childPort(child: ChildProcess | ClusterWorker): ChannelPort {
  const isConnected = () => ('isConnected' in child ? child.isConnected() : child.connected)
  return {
    send(message) {
      if (!isConnected()) return false
      child.send(message as object, () => {}) // a process that has just ended is reported by its events
      return true
    },
    listen(receive, closed) {
      child.on('message', receive)
      for (const event of ['disconnect', 'exit', 'error'] as const) child.once(event, closed)
    },
  }
}

/** Returns the port from a child process to its parent. */
export function parentPort(): ChannelPort {
  return {
    send(message) {
      if (!process.connected) return false
      process.send?.(message, undefined, undefined, () => {})
      return true
    },
    listen(receive, closed) {
      process.on('message', receive)
      process.once('disconnect', closed)
    },
  }
}

/** Returns the port to a worker thread. */
export function threadPort(thread: Thread): ChannelPort {
  let hasEnded = false
  return {
    send(message) {
      if (!hasEnded) thread.postMessage(message)
      return !hasEnded
    },
    listen(receive, closed) {
      thread.on('message', receive)
      thread.once('exit', () => {
        hasEnded = true
        closed()
      })
    },
  }
}

/** Returns the port from a worker thread to its parent. */
export function threadParentPort(): ChannelPort {
  return {
    send(message) {
      toParent?.postMessage(message)
      return toParent !== null
    },
    listen(receive, closed) {
      toParent?.on('message', receive).once('close', closed)
    },
  }
}
