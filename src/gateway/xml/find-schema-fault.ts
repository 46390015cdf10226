/** Compiles an XML schema while documents are checked, on a thread for which the caller waits. */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { findModule } from '../../lib/package/source-files.ts'
import type { XmlSchemaSource } from './schema-engine.ts'

const timeoutMs = 20_000
const known = new Map<string, string | undefined>()
const maxKnown = 200

/** Returns why the schema cannot be compiled, with its line; undefined for one that can. The result is kept. */
export function findSchemaFault(source: XmlSchemaSource): string | undefined {
  const key = `${source.mode} ${source.text}`
  if (known.has(key)) return known.get(key)
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { source, port: port2, signal }
  const thread = new Worker(findModule('gateway/xml/schema-check-thread'), { workerData, transferList: [port2] })
  thread.unref()
  const isDone = Atomics.wait(signal, 0, 0, timeoutMs) !== 'timed-out'
  const message = receiveMessageOnPort(port1)?.message as string | undefined
  port1.close()
  if (!isDone) void thread.terminate()
  const fault = isDone ? message || undefined : `it cannot be compiled within ${timeoutMs / 1000} s`
  if (known.size >= maxKnown) known.clear()
  known.set(key, fault)
  return fault
}
