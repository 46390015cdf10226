/** The program of a thread that compiles one XML schema and reports what is wrong with it. */
import { type MessagePort, workerData } from 'node:worker_threads'
import { findXmlCheck, type XmlSchemaSource } from './schema-engine.ts'

const { source, port, signal } = workerData as { source: XmlSchemaSource; port: MessagePort; signal: Int32Array }
let fault = ''
try {
  findXmlCheck(source)
} catch (error) {
  fault = (error as Error).message
}
port.postMessage(fault)
Atomics.store(signal, 0, 1)
Atomics.notify(signal, 0)
