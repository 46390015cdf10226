/** `amqsmon`: prints statistics and accounting messages. */
import type { MqOptions } from '../../runtime/index.ts'
import { readingProgram } from '../common/mq-program.ts'
import { lastValue, parseOptions } from '../common/options.ts'

const queues = { statistics: 'SYSTEM.ADMIN.STATISTICS.QUEUE', accounting: 'SYSTEM.ADMIN.ACCOUNTING.QUEUE' } as const

const options: MqOptions = {
  '-t': { value: 'Type', choices: Object.keys(queues), help: 'the type of messages' },
  '-m': { value: 'QMgrName', help: 'the queue manager; the default one without it' },
  '-a': { help: 'only the data about calls' },
  '-q': { value: 'QueueName', help: 'only the data about queues, or about this one' },
  '-c': { value: 'ChannelName', help: 'only the data about channels, or about this one' },
  '-b': { help: 'leave the messages on the queue' },
  '-d': { value: 'Depth', help: 'end after this number of messages' },
  '-w': { value: 'Seconds', help: 'wait this long for another message; without it, end at once' },
  '-l': { value: 'Fields', help: 'only these fields, separated by commas' },
}

export const amqsmon = readingProgram({
  name: 'amqsmon',
  summary: 'print statistics and accounting messages',
  usage:
    '-t statistics|accounting [-m QMgrName] [-a | -q [QueueName] | -c [ChannelName]] [-b] [-d Depth] [-w Seconds] [-l Field,...]',
  options,
  connectCall: 'MQCONN',
  parse: readRequest,

  async read(connection, { queue, ending, depth, filter, ...reading }, terminal) {
    const [{ readMessages }, { findMonitoringType, renderMonitoring }, { decodePcfMessage }] = await Promise.all([
      import('../monitoring/read-messages.ts'),
      import('../monitoring/render-monitoring.ts'),
      import('../../manager/index.ts'),
    ])
    let count = 0
    for await (const { message } of readMessages(connection, [queue], reading)) {
      const decoded = decodePcfMessage(message.body)
      const isMeant = ending === undefined || findMonitoringType(decoded)?.startsWith(ending)
      const text = isMeant ? renderMonitoring(decoded, filter) : undefined
      if (text === undefined) continue
      terminal.write(text)
      if (++count >= depth) break
    }
    terminal.write(`${count} Records Processed.\n`)
  },
})

function readRequest(args: readonly string[]) {
  const given = parseOptions(args.flatMap(withOptionalValue), { options })
  const [type, q, c, depthText, l] = ['-t', '-q', '-c', '-d', '-l'].map((name) => lastValue(given, name))
  const onlyCalls = given.flags.has('-a')
  if (type !== 'statistics' && type !== 'accounting')
    throw new Error(`-t takes statistics or accounting, found "${type ?? ''}"`)
  if ([onlyCalls, q !== undefined, c !== undefined].filter(Boolean).length > 1)
    throw new Error('-a, -q and -c exclude each other')
  // Messages of other types would be lost.
  const browses = given.flags.has('-b') || onlyCalls || q !== undefined || c !== undefined
  return {
    manager: lastValue(given, '-m'),
    queue: queues[type],
    browses,
    depth: depthText === undefined ? Number.POSITIVE_INFINITY : readNumber('-d', depthText),
    waitMs: readNumber('-w', lastValue(given, '-w') ?? '0') * 1000,
    ending: onlyCalls ? 'MQI' : q !== undefined ? 'Queue' : c !== undefined ? 'Channel' : undefined,
    filter: { name: q || c || undefined, fields: l === undefined ? undefined : new Set(l.split(',')) },
  }
}

/** Gives `-q` and `-c` an empty value where none follows. */
function withOptionalValue(argument: string, place: number, all: readonly string[]): string[] {
  const next = all[place + 1]
  const isAlone = (argument === '-q' || argument === '-c') && (next === undefined || next.startsWith('-'))
  return isAlone ? [argument, ''] : [argument]
}

function readNumber(option: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  throw new Error(`${option} takes a number, found "${text}"`)
}
