/** `amqspub`: publishes each line of standard input to a topic, until an empty line. */
import { type MqProgram, reportReason } from './mq-program.ts'
import { runSample } from './sample-frame.ts'

export const amqspub: MqProgram = {
  name: 'amqspub',
  summary: 'publish each line of standard input',
  usage: 'TopicString [QMgrName]',
  options: {},

  run(args, terminal) {
    const frame = { title: 'AMQSPUBA', application: 'amqspub', target: 'topic string' }
    return runSample(frame, args, terminal, async (connection, topicString) => {
      terminal.write(`target topic is ${topicString}\n`)
      for await (const line of terminal.readLines()) {
        if (line === '') return
        const message = { body: Buffer.from(line), format: 'MQSTR', persistence: 'asQueueDefault' as const }
        await reportReason(terminal, 'MQPUT', () => connection.publish(topicString, message))
      }
    })
  },
}
