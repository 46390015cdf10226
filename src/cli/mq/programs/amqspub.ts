/** `amqspub`: publishes each line of standard input to a topic, until an empty line. */
import type { MqProgram } from '../common/mq-program.ts'
import { runSample } from './sample-frame.ts'
import { sendLines } from './send-lines.ts'

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
