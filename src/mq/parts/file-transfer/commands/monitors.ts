/** The commands for resource monitors. */
import { readFile } from 'node:fs/promises'
import { describeFileError } from '../../../../shared/lib/files/file-error.ts'
import { matchesName } from '../../../../shared/lib/text/wildcard.ts'
import { controlCommand, lastValue, type ParsedOptions } from '../../../cli/common/options.ts'
import { type MqCommand, MqCommandError, successResult } from '../../../runtime/index.ts'
import type { MonitorDefinition, TransferRequest, TriggerCondition } from '../engine/index.ts'
import { compileNamePattern, parseMonitorName } from '../engine/parsing/index.ts'
import { commandAgent, openCoordinationView } from './agent-requests.ts'
import {
  inertOption,
  openCommandContext,
  parseSize,
  readAgentName,
  readNumber,
  readWord,
  renderTable,
  requireValue,
  setOption,
  TransferCommandError,
} from './common-options.ts'

export const fteCreateMonitor = controlCommand({
  name: 'fteCreateMonitor',
  summary: 'create a monitor that starts transfers for the files of a folder, or the messages of a queue',
  usage: '-ma Agent -mn Name {-md Folder | -mq Queue} -mt File [-tr Trigger] [Option]...',
  options: {
    '-ma': { value: 'Agent', help: 'the agent' },
    '-mm': inertOption('the queue manager of the agent is known', 'QMgrName'),
    '-mn': { value: 'Name', help: 'the name of the monitor' },
    '-md': { value: 'Folder', help: 'the folder to monitor' },
    '-mq': { value: 'Queue', help: 'the queue to monitor' },
    '-mt': { value: 'File', help: 'the transfer, as fteCreateTransfer -gt has written it' },
    '-tr': {
      value: 'Trigger',
      help: 'match,P noMatch,P noSizeChange=POLLS,P fileSize>=SIZE,P (P is a pattern), queueNotEmpty or completeGroups',
    },
    '-pi': { value: 'Number', help: 'the poll interval; 1 when absent' },
    '-pu': {
      value: 'Unit',
      choices: ['seconds', 'minutes', 'hours', 'days'],
      help: 'the unit of the poll interval; minutes when absent',
    },
    '-pt': { value: 'Syntax', choices: ['wildcard', 'regex'], help: 'the syntax of the patterns' },
    '-bs': { value: 'Number', help: 'the maximum number of files in one transfer; 1 when absent' },
    '-rl': { value: 'Levels', help: 'how many levels of folders below are searched; 0 when absent' },
    '-jn': { value: 'Name', help: 'the name of the job' },
    '-f': { help: 'replace a monitor of this name' },
    '-c': inertOption('a new monitor has no history'),
    '-x': { value: 'Pattern', help: 'files to leave out' },
    ...setOption,
  },

  async readInput(args) {
    const at = args.indexOf('-mt')
    const file = args[at + 1]
    return at < 0 || file === undefined
      ? ''
      : readFile(file, 'utf8').catch((cause) => failTask(describeFileError(cause), cause))
  },

  async run(options, host, input) {
    requireValue(options, '-mt')
    const agent = readAgentName(requireValue(options, '-ma'))
    const definition = readDefinition(options, parseTask(input, agent))
    const command = { type: 'createMonitor', definition, replaces: options.flags.has('-f') } as const
    return commandAgent(host, options, agent, command)
  },
})

function parseTask(text: string, agent: string): TransferRequest {
  let task: TransferRequest
  try {
    task = (JSON.parse(text) as { transfer: TransferRequest }).transfer
    if (!Array.isArray(task.items)) throw new Error('it has no items')
  } catch (cause) {
    return failTask((cause as Error).message, cause)
  }
  if (task.sourceAgent.name === agent) return task
  const found = `the source agent of the transfer is ${task.sourceAgent.name}`
  throw new TransferCommandError(`BFGCL0024E: a monitor starts transfers of its own agent, ${agent}; ${found}.`)
}

function failTask(problem: string, cause: unknown): never {
  const text = `BFGCL0023E: the file of -mt is not a transfer of fteCreateTransfer -gt: ${problem}.`
  throw new TransferCommandError(text, { cause })
}

function readDefinition(options: ParsedOptions, task: TransferRequest): MonitorDefinition {
  const [folder, queue] = [lastValue(options, '-md'), lastValue(options, '-mq')]
  if ((folder === undefined) === (queue === undefined))
    throw new TransferCommandError('BFGCL0025E: one of -md and -mq must name the resource.')
  const type = folder === undefined ? 'queue' : 'directory'
  const { trigger, include } = parseTrigger(lastValue(options, '-tr'), type)
  const jobName = lastValue(options, '-jn')
  const syntax = readWord(options, '-pt', ['wildcard', 'regex'], 'wildcard')
  try {
    const definition: MonitorDefinition = {
      name: parseMonitorName(requireValue(options, '-mn')),
      type,
      trigger,
      pollInterval: readNumber(options, '-pi', { min: 1, max: 1_000_000 }) ?? 1,
      pollUnit: readWord(options, '-pu', ['seconds', 'minutes', 'hours', 'days'], 'minutes'),
      matchesPerTask: readNumber(options, '-bs', { min: 1, max: 10_000 }) ?? 1,
      recursionLevel: readNumber(options, '-rl', { min: 0, max: 1000 }) ?? 0,
      resource: (folder ?? queue) as string,
      pattern: {
        syntax: syntax === 'regex' ? 'regularExpression' : 'wildcard',
        include,
        exclude: lastValue(options, '-x') ?? '',
      },
      task: jobName === undefined ? task : { ...task, jobName },
      originator: task.originator,
    }
    compileNamePattern(definition.pattern)
    return definition
  } catch (cause) {
    if (cause instanceof MqCommandError) throw cause
    throw new TransferCommandError(`BFGCL0026E: ${(cause as Error).message}.`, { cause })
  }
}

function parseTrigger(
  text: string | undefined,
  type: MonitorDefinition['type'],
): { trigger: TriggerCondition; include: string } {
  if (type === 'queue') {
    if (text === undefined || /^queueNotEmpty$/i.test(text)) return { trigger: { type: 'queueNotEmpty' }, include: '' }
    if (/^completeGroups$/i.test(text)) return { trigger: { type: 'completeGroups' }, include: '' }
    throw new TransferCommandError(`BFGCL0027E: -tr must be queueNotEmpty or completeGroups, found "${text}".`)
  }
  const [condition = '', include = ''] = (text ?? 'match').split(/,(.*)/s)
  if (/^match$/i.test(condition)) return { trigger: { type: 'matchAll' }, include }
  if (/^noMatch$/i.test(condition)) return { trigger: { type: 'matchNone' }, include }
  const polls = /^noSizeChange=(\d+)$/i.exec(condition)?.[1]
  if (polls !== undefined) return { trigger: { type: 'noChangeInSize', polls: Math.max(1, Number(polls)) }, include }
  const size = /^fileSize>=(.+)$/i.exec(condition)?.[1]
  if (size !== undefined) return { trigger: { type: 'sizeGreaterOrEqualTo', bytes: parseSize(size) }, include }
  const accepted = 'match, noMatch, noSizeChange=Polls or fileSize>=Size, then a comma and a pattern'
  throw new TransferCommandError(`BFGCL0027E: -tr must be ${accepted}, found "${text}".`)
}

export const fteListMonitors = controlCommand({
  name: 'fteListMonitors',
  summary: 'list the resource monitors of all agents',
  usage: '[-ma Pattern] [-mn Pattern] [-v] [-p Set]',
  options: {
    '-ma': { value: 'Pattern', help: 'the agents' },
    '-mn': { value: 'Pattern', help: 'the monitors' },
    '-v': { help: 'show the definitions' },
    ...setOption,
  },

  async run(options, host) {
    const view = await openCoordinationView(await openCommandContext(host, options))
    const monitors = view.monitors.filter(
      ({ agent, definition }) =>
        matchesName(lastValue(options, '-ma'), agent.name) && matchesName(lastValue(options, '-mn'), definition.name),
    )
    const rows = monitors.map(({ agent, definition, state }) => [
      ...[agent.name, definition.name, definition.type === 'queue' ? 'Queue' : 'Directory', state],
    ])
    const details = options.flags.has('-v')
      ? monitors.flatMap(({ definition }) => ['', JSON.stringify(definition, null, 2)])
      : []
    return successResult(...renderTable(['Agent Name:', 'Monitor Name:', 'Resource Type:', 'State:'], rows), ...details)
  },
})

function oneMonitorCommand(
  name: string,
  summary: string,
  type: 'deleteMonitor' | 'startMonitor' | 'stopMonitor',
): MqCommand {
  return controlCommand({
    name,
    summary,
    usage: '-ma Agent -mn Name [-p Set]',
    options: {
      '-ma': { value: 'Agent', help: 'the agent' },
      '-mm': inertOption('the queue manager of the agent is known', 'QMgrName'),
      '-mn': { value: 'Name', help: 'the name of the monitor' },
      ...setOption,
    },
    async run(options, host) {
      const agent = readAgentName(requireValue(options, '-ma'))
      return commandAgent(host, options, agent, { type, name: requireValue(options, '-mn').toUpperCase() })
    },
  })
}

export const fteDeleteMonitor = oneMonitorCommand('fteDeleteMonitor', 'delete a resource monitor', 'deleteMonitor')
export const fteStartMonitor = oneMonitorCommand(
  'fteStartMonitor',
  'start a resource monitor that was stopped',
  'startMonitor',
)
export const fteStopMonitor = oneMonitorCommand('fteStopMonitor', 'stop a resource monitor', 'stopMonitor')
