/** Every program that calls queue managers. Each is a `bin` of the package. */
import type { MqPart } from '../../part.ts'
import type { MqProgram } from '../common/mq-program.ts'
import { runmqsc } from '../runmqsc/runmqsc.ts'
import { amqsbcg } from './amqsbcg.ts'
import { amqsget, amqsput } from './amqsput-and-amqsget.ts'
import { amqspub, amqssub } from './sample-frame.ts'

const corePrograms: readonly MqProgram[] = [amqsput, amqsget, amqsbcg, amqspub, amqssub, runmqsc]

/** Returns the programs of a process with these parts. Rejects when their code cannot be loaded. */
export async function loadMqPrograms(parts: readonly MqPart[]): Promise<readonly MqProgram[]> {
  return [...corePrograms, ...(await Promise.all(parts.flatMap((part) => part.loadPrograms?.() ?? []))).flat()]
}
