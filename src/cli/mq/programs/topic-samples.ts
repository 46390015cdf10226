import { type MqProgram, reportReason } from '../common/mq-program.ts'
import { printMessages, runSample, sendLines } from './sample-frame.ts'

export const amqspub: MqProgram = {
  name: 'amqspub',
  summary: 'publish each line of standard input',
  usage: 'TopicString [QMgrName]',
  options: {},

  run(args, terminal) {
    const frame = { title: 'AMQSPUBA', application: 'amqspub', target: 'topic string' }
    return runSample(frame, args, terminal, async (connection, topicString) => {
      terminal.write(`target topic is ${topicString}\n`)
      await sendLines(terminal, (message) => connection.publish(topicString, message))
    })
  },
}

/** `amqssub`: subscribes to a topic and prints its publications, until none arrives for 30 seconds. */
export const amqssub = buildAmqssub(30_000)

/** Returns the program with another time to wait for a publication. */
export function buildAmqssub(waitMs: number): MqProgram {
  return {
    name: 'amqssub',
    summary: 'subscribe to a topic and print its publications',
    usage: 'TopicString [QMgrName]',
    options: {},

    run(args, terminal) {
      const frame = { title: 'AMQSSUBA', application: 'amqssub', target: 'topic string' }
      return runSample(frame, args, terminal, async (connection, topicString) => {
        if (!(await reportReason(terminal, 'MQSUB', () => connection.subscribe({ topicString })))) return
        await printMessages(terminal, {
          get() {
            terminal.write(`Calling MQGET : ${waitMs / 1000} seconds wait time\n`)
            return connection.getPublication({ waitMs })
          },
        })
      })
    },
  }
}
