/** Reads the options of `fteCreateTransfer` into a transfer request. */
import { hostname, userInfo } from 'node:os'
import { lastValue, type ParsedOptions } from '../../../cli/common/options.ts'
import { type MqOption, type MqOptions, operatorPrincipal } from '../../../runtime/index.ts'
import type { ItemSpec, TransferCondition, TransferRequest } from '../engine/index.ts'
import { parseEncoding } from '../engine/parsing/index.ts'
import {
  inertOption,
  parseSize,
  readAgentName,
  readNumber,
  readWord,
  requireValue,
  setOption,
  TransferCommandError,
} from './common-options.ts'
import { scheduleOptions } from './schedules.ts'

/** Options of the product for what agents do not do. */
const unsupported: Readonly<Record<`-${string}`, string>> = {
  '-presrc': 'agents call no programs',
  '-postsrc': 'agents call no programs',
  '-predst': 'agents call no programs',
  '-postdst': 'agents call no programs',
  '-ds': 'there are no data sets on this system',
  '-dp': 'there are no data sets on this system',
  '-du': 'there are no user file spaces',
  '-td': 'the definition has the format of fteCreateTransfer -gt',
}
const unsupportedOptions = Object.fromEntries(
  Object.entries(unsupported).map(([name, why]): [string, MqOption] => [
    name,
    { value: 'Value', help: `rejected: ${why}` },
  ]),
)

/** Options of two characters come last: they also match the beginning of longer ones. */
export const transferOptions: MqOptions = {
  '-sa': { value: 'Agent', help: 'the source agent' },
  '-sm': { value: 'QMgrName', help: 'the queue manager of the source agent; the known one when absent' },
  '-da': { value: 'Agent', help: 'the destination agent' },
  '-dm': { value: 'QMgrName', help: 'the queue manager of the destination agent; the known one when absent' },
  '-dd': { value: 'Folder', help: 'the destination folder' },
  '-df': { value: 'File', help: 'the destination file' },
  '-dq': { value: 'Queue', help: 'the destination queue, QUEUE or QUEUE@QMGR' },
  '-sq': { value: 'Queue', help: 'the source queue, in place of source files' },
  '-sqdt': { value: 'Text', help: 'text that is written after each message of a source queue' },
  '-qs': { value: 'Size', help: 'the size of the messages into which a file is split' },
  '-sd': { value: 'Action', choices: ['leave', 'delete'], help: 'what happens to source files' },
  '-de': { value: 'Action', choices: ['error', 'overwrite'], help: 'what happens when a destination file exists' },
  '-cs': { value: 'Method', choices: ['MD5', 'SHA256', 'none'], help: 'the checksum' },
  '-sce': { value: 'Encoding', help: 'the encoding of source text' },
  '-dce': { value: 'Encoding', help: 'the encoding of destination text' },
  '-dle': { value: 'LineEnd', choices: ['LF', 'CRLF'], help: 'the line ends of destination text' },
  '-jn': { value: 'Name', help: 'the name of the job' },
  '-md': { value: 'Metadata', help: 'metadata: name=value, separated by commas' },
  '-pr': { value: 'Priority', help: 'the priority, 0 to 9' },
  '-rt': { value: 'Seconds', help: 'how long an interrupted transfer is tried again; -1 for ever' },
  '-tr': { value: 'Condition', help: 'start only if: file=exist,Path  file!=exist,Path  filesize>=Size,Path' },
  '-tl': inertOption('a condition that does not hold is always reported', 'Flag'),
  ...scheduleOptions,
  '-gt': { value: 'File', help: 'write the transfer to a file for fteCreateMonitor, and do not start it' },
  ...unsupportedOptions,
  '-r': { help: 'transfer the folders below as well' },
  '-t': { value: 'Mode', choices: ['binary', 'text'], help: 'the mode' },
  '-w': { value: 'Seconds', help: 'wait for the end of the transfer; -1, or no value, without limit' },
  ...setOption,
}

const lineEnds = ['LF', 'CRLF'] as const

function rejectUnsupported(options: ParsedOptions): void {
  for (const [name, why] of Object.entries(unsupported))
    if (options.values.has(name))
      throw new TransferCommandError(`BFGCL0013E: the option ${name} is not supported: ${why}.`)
}

/** `-w` may stand without a value. */
export function completeWaitOption(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => (arg === '-w' && !/^-?\d+$/.test(args[index + 1] ?? '') ? ['-w', '-1'] : [arg]))
}

/** Reads everything but the queue managers of the agents. Throws `MqCommandError`. */
export function readTransferRequest(
  options: ParsedOptions,
): Omit<TransferRequest, 'sourceAgent' | 'destinationAgent'> & {
  readonly sourceAgent: string
  readonly destinationAgent: string
} {
  rejectUnsupported(options)
  const { username } = userInfo()
  return {
    sourceAgent: readAgentName(requireValue(options, '-sa')),
    destinationAgent: readAgentName(requireValue(options, '-da')),
    originator: { host: hostname(), userId: username, mqmdUserId: operatorPrincipal.name },
    jobName: lastValue(options, '-jn') ?? '',
    priority: readNumber(options, '-pr', { min: 0, max: 9 }) ?? 0,
    metadata: readMetadata(options.values.get('-md') ?? []),
    conditions: (options.values.get('-tr') ?? []).map(parseCondition),
    recoveryTimeoutSeconds: readNumber(options, '-rt', { min: -1, max: 999_999_999 }),
    items: readItems(options),
  }
}

function readItems(options: ParsedOptions): ItemSpec[] {
  const destinations = ['-dd', '-df', '-dq'].filter((name) => options.values.has(name))
  const [where, other] = destinations
  if (where === undefined || other !== undefined)
    throw new TransferCommandError('BFGCL0016E: one of -dd, -df and -dq must name the destination.')
  const queue = lastValue(options, '-sq')
  const sources = queue === undefined ? options.positionals : [queue]
  if (sources.length === 0)
    throw new TransferCommandError('BFGCL0017E: the source is missing: name files, or a queue with -sq.')
  if (queue !== undefined && (options.positionals.length > 0 || where === '-dq'))
    throw new TransferCommandError('BFGCL0018E: a source queue needs a file as its destination, and no source files.')
  const size = lastValue(options, '-qs')
  const destination: ItemSpec['destination'] = {
    type: where === '-dq' ? 'queue' : where === '-dd' ? 'directory' : 'file',
    name: requireValue(options, where),
    actionIfExists: readWord(options, '-de', ['error', 'overwrite'], 'error'),
    encoding: readEncoding(options, '-dce'),
    endOfLine: options.values.has('-dle') ? readWord(options, '-dle', lineEnds, 'LF') : undefined,
    messageSize: size === undefined ? undefined : parseSize(size),
  }
  return sources.map((name) => ({
    mode: readWord(options, '-t', ['binary', 'text'], 'binary'),
    checksum: readWord(options, '-cs', ['md5', 'sha256', 'none'], 'md5'),
    source: {
      type: queue === undefined ? 'file' : 'queue',
      name,
      recursive: options.flags.has('-r'),
      disposition: readWord(options, '-sd', ['leave', 'delete'], 'leave'),
      encoding: readEncoding(options, '-sce'),
      delimiter: lastValue(options, '-sqdt'),
    },
    destination,
  }))
}

function readEncoding(options: ParsedOptions, name: string): string | undefined {
  const value = lastValue(options, name)
  try {
    return value === undefined ? undefined : parseEncoding(value)
  } catch (cause) {
    throw new TransferCommandError(`BFGCL0019E: ${name}: ${(cause as Error).message}.`, { cause })
  }
}

function readMetadata(texts: readonly string[]): Record<string, string> {
  const pairs = texts
    .flatMap((text) => text.split(','))
    .map((pair) => {
      const at = pair.indexOf('=')
      if (at <= 0) throw new TransferCommandError(`BFGCL0020E: -md must be name=value, found "${pair}".`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1)] as const
    })
  return Object.fromEntries(pairs)
}

/** Parses a condition of `-tr`: `file=exist,/a,/b`. Throws `MqCommandError`. */
function parseCondition(text: string): TransferCondition {
  const [condition = '', ...paths] = text.split(',')
  if (paths.length > 0) {
    if (/^file=exist$/i.test(condition)) return { type: 'exists', paths }
    if (/^file!=exist$/i.test(condition)) return { type: 'notExists', paths }
    const size = /^filesize>=(.+)$/i.exec(condition)?.[1]
    if (size !== undefined) return { type: 'minSize', paths, size: parseSize(size) }
  }
  const accepted = 'file=exist,Path  file!=exist,Path  filesize>=Size,Path'
  throw new TransferCommandError(`BFGCL0021E: -tr must be one of ${accepted}, found "${text}".`)
}
