/** Every program that calls queue managers. Each is a `bin` of the package. */
import type { MqProgram } from '../common/mq-program.ts'
import { runmqsc } from '../runmqsc/runmqsc.ts'
import { amqsbcg } from './amqsbcg.ts'
import { amqsget, amqsput } from './amqsput-and-amqsget.ts'
import { runmqdlq } from './runmqdlq.ts'
import { amqspub, amqssub } from './sample-frame.ts'

export const mqPrograms: readonly MqProgram[] = [amqsput, amqsget, amqsbcg, amqspub, amqssub, runmqdlq, runmqsc]
