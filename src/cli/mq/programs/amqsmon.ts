/** `amqsmon`: prints statistics and accounting messages. */
import { parseArgs } from 'node:util'

import { type MqProgram, reportReason } from './mq-program.ts'

const queues = {
  statistics: 'SYSTEM.ADMIN.STATISTICS.QUEUE',
  accounting: 'SYSTEM.ADMIN.ACCOUNTING.QUEUE',
} as const
const usage =
  '-t statistics|accounting [-m QMgrName] [-a | -q [QueueName] | -c [ChannelName]] [-b] [-d Depth] [-w Seconds] [-l Field,...]'
const usageStatus = 1

export const amqsmon: MqProgram = {
  name: 'amqsmon',
  summary: 'print statistics and accounting messages',
  usage,
  options: {
    '-t': { value: 'Type', choices: Object.keys(queues), help: 'the type of messages' },
    '-m': { value: 'QMgrName', help: 'the queue manager; the default one without it' },
    '-a': { help: 'only the data about calls' },
    '-q': { value: 'QueueName', help: 'only the data about queues, or about this one' },
    '-c': { value: 'ChannelName', help: 'only the data about channels, or about this one' },
    '-b': { help: 'leave the messages on the queue' },
    '-d': { value: 'Depth', help: 'end after this number of messages' },
    '-w': { value: 'Seconds', help: 'wait this long for another message; without it, end at once' },
    '-l': { value: 'Fields', help: 'only these fields, separated by commas' },
  },

  async run(args, terminal) {
    let options: ReturnType<typeof parseOptions>
    try {
      options = parseOptions(args)
    } catch (error) {
      terminal.writeError(`amqsmon: ${(error as Error).message}\nUsage: amqsmon ${usage}\n`)
      return usageStatus
    }
    const [{ readMessages }, { findMonitoringType, renderMonitoring }, { decodePcfMessage }] =
      await Promise.all([
        import('../monitoring/read-messages.ts'),
        import('../monitoring/render-monitoring.ts'),
        import('../../../qm/index.ts'),
      ])
    const { manager, queue, ending, depth, filter, ...reading } = options
    const connected = await reportReason(terminal, 'MQCONN', () => terminal.connect(manager, 'amqsmon'))
    if (!connected) return usageStatus
    const connection = connected.value
    let count = 0
    const done = await reportReason(terminal, 'MQGET', async () => {
      for await (const { message } of readMessages(connection, [queue], reading)) {
        const decoded = decodePcfMessage(message.body)
        const isMeant = ending === undefined || findMonitoringType(decoded)?.startsWith(ending)
        const text = isMeant ? renderMonitoring(decoded, filter) : undefined
        if (text === undefined) continue
        terminal.write(text)
        if (++count >= depth) break
      }
      terminal.write(`${count} Records Processed.\n`)
    })
    connection.close()
    return done ? 0 : usageStatus
  },
}

function parseOptions(given: readonly string[]) {
  const { values } = parseArgs({
    args: given.flatMap(withOptionalValue),
    options: {
      ...{ m: { type: 'string', short: 'm' }, t: { type: 'string', short: 't' } },
      ...{ q: { type: 'string', short: 'q' }, c: { type: 'string', short: 'c' } },
      ...{
        d: { type: 'string', short: 'd' },
        w: { type: 'string', short: 'w' },
        l: { type: 'string', short: 'l' },
      },
      ...{ a: { type: 'boolean', short: 'a' }, b: { type: 'boolean', short: 'b' } },
    } as const,
  })
  const { m: manager, t: type, q, c, d = '', w = '0', l, a: onlyCalls = false, b = false } = values
  if (type !== 'statistics' && type !== 'accounting')
    throw new Error(`-t takes statistics or accounting, found "${type ?? ''}"`)
  if ([onlyCalls, q !== undefined, c !== undefined].filter(Boolean).length > 1)
    throw new Error('-a, -q and -c exclude each other')
  // Messages of other types would be lost.
  const browses = b || onlyCalls || q !== undefined || c !== undefined
  const depth = d === '' ? Number.POSITIVE_INFINITY : readNumber('-d', d)
  return {
    ...{ manager, queue: queues[type], browses, depth, waitMs: readNumber('-w', w) * 1000 },
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
