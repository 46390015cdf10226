/** The commands that set file transfer up, and those that create, delete, start and stop agents. */
import { controlCommand, lastValue, type ParsedOptions } from '../../../cli/common/options.ts'
import { type MqHost, successResult } from '../../../runtime/index.ts'
import {
  activateFileTransfer,
  inertConnectionOptions,
  inertOption,
  openCommandContext,
  orFail,
  readAgentName,
  requireValue,
  setOption,
  TransferCommandError,
} from './common-options.ts'

export const fteCreateAgent = controlCommand({
  name: 'fteCreateAgent',
  summary: 'create an agent with its queues',
  usage:
    '-agentName Agent -agentQMgr QMgrName [-agentDesc Text] [-sandboxRoot Folders] [-transferRoot Folder] [-p Set]',
  options: {
    '-agentName': { value: 'Agent', help: 'the name of the agent' },
    '-agentQMgr': { value: 'QMgrName', help: 'the queue manager of the agent' },
    '-agentDesc': { value: 'Text', help: 'a description' },
    '-sandboxRoot': { value: 'Folders', help: 'the folders that the agent may use, separated by colons' },
    '-transferRoot': { value: 'Folder', help: 'the folder for relative paths' },
    ...inertConnectionOptions('agentQMgr'),
    ...setOption,
    '-f': inertOption('an agent that exists is not replaced'),
  },

  async run(options, host) {
    const name = readAgentName(requireValue(options, '-agentName'))
    const queueManager = requireValue(options, '-agentQMgr')
    const { transfer, set } = await openCommandContext(host, options)
    const given = {
      description: lastValue(options, '-agentDesc') ?? '',
      sandboxRoot: lastValue(options, '-sandboxRoot') ?? '',
      transferRoot: lastValue(options, '-transferRoot') ?? '',
    }
    await orFail(transfer.createAgent(set, { name, queueManager, ...given }))
    return successResult(
      `BFGCL0053I: Agent ${name} is created on queue manager ${queueManager}.`,
      `Its properties are in ${transfer.config.agentFolder(set, name)}/agent.properties. fteStartAgent ${name} starts it.`,
    )
  },
})

export const fteDeleteAgent = controlCommand({
  name: 'fteDeleteAgent',
  summary: 'delete an agent that has stopped, with its queues',
  usage: '[-p Set] Agent',
  options: setOption,
  positionals: { min: 1, max: 1 },

  async run(given, host) {
    const { name, queueManager, transfer, set } = await openOwnAgent(given, host)
    if (transfer.agents.find(name))
      throw new TransferCommandError(`BFGCL0054E: agent ${name} is running; fteStopAgent ${name} stops it.`)
    await orFail(transfer.deleteAgent(set, name, queueManager))
    return successResult(`BFGCL0055I: Agent ${name} is deleted.`)
  },
})

export const fteStartAgent = controlCommand({
  name: 'fteStartAgent',
  summary: 'start an agent; it runs whenever its queue manager runs',
  usage: '[-p Set] Agent',
  options: { ...setOption, '-F': inertOption('agents run in the process of their queue manager') },
  positionals: { min: 1, max: 1 },
  startsHost: true,

  async run(given, host) {
    const { name, transfer, set } = await openOwnAgent(given, host)
    if (transfer.agents.find(name)) throw new TransferCommandError(`BFGCL0057E: agent ${name} is already running.`)
    await orFail(transfer.config.setStarted(set, name, true))
    await transfer.agents.startAgents()
    const failure = transfer.agents.find(name) ? undefined : transfer.agents.explainFailure(name)
    if (failure !== undefined)
      throw new TransferCommandError(`BFGCL0058E: agent ${name} cannot start now: ${failure}. It starts when it can.`)
    return successResult(`BFGCL0030I: Agent ${name} is started.`)
  },
})

export const fteStopAgent = controlCommand({
  name: 'fteStopAgent',
  summary: 'stop an agent; its transfers continue at the next start',
  usage: '[-p Set] Agent',
  options: {
    '-m': inertOption('the agent is in this data folder', 'QMgrName'),
    ...setOption,
    '-i': inertOption('an agent stops at once, and its transfers continue at the next start'),
  },
  positionals: { min: 1, max: 1 },

  async run(given, host) {
    const { name, transfer, set } = await openOwnAgent(given, host)
    const wasRunning = transfer.agents.find(name) !== undefined
    await orFail(transfer.config.setStarted(set, name, false))
    await transfer.agents.stop(name)
    if (!wasRunning) throw new TransferCommandError(`BFGCL0059E: agent ${name} was not running.`)
    return successResult(`BFGCL0034I: Agent ${name} has stopped.`)
  },
})

/** Finds the agent that the only argument names. Throws `MqCommandError` when this data folder has no such agent. */
async function openOwnAgent(given: ParsedOptions, host: MqHost) {
  const name = readAgentName(given.positionals[0])
  const context = await openCommandContext(host, given)
  const agent = await context.transfer.config.findAgent(context.set, name)
  if (!agent) throw new TransferCommandError(`BFGCL0056E: there is no agent ${name} in this data folder.`)
  if ('reason' in agent) throw new TransferCommandError(`BFGCL0060E: ${agent.reason}.`)
  return { ...context, name, queueManager: agent.settings.queueManager }
}

export const fteSetupCoordination = controlCommand({
  name: 'fteSetupCoordination',
  summary: 'make a queue manager the coordination queue manager of file transfer',
  usage: '-coordinationQMgr QMgrName [-default]',
  options: {
    '-coordinationQMgr': { value: 'QMgrName', help: 'the coordination queue manager' },
    '-default': { help: 'make the set the default one' },
    ...inertConnectionOptions('coordinationQMgr'),
    '-f': inertOption('an existing set is changed in any case'),
  },

  async run(options, host) {
    const name = requireValue(options, '-coordinationQMgr')
    const transfer = await activateFileTransfer(host)
    await orFail(transfer.setupCoordination(name, options.flags.has('-default')))
    return successResult(`BFGCM0239I: The coordination queue manager ${name} is set up.`)
  },
})

export const fteSetupCommands = controlCommand({
  name: 'fteSetupCommands',
  summary: 'set the queue manager to which commands of file transfer connect',
  usage: '-connectionQMgr QMgrName [-p Set]',
  options: {
    '-connectionQMgr': { value: 'QMgrName', help: 'the queue manager to which commands connect' },
    ...inertConnectionOptions('connectionQMgr'),
    ...setOption,
    '-f': inertOption('an existing setting is changed in any case'),
  },

  async run(options, host) {
    const name = requireValue(options, '-connectionQMgr')
    const { transfer, set } = await openCommandContext(host, options)
    await orFail(transfer.config.writeCommands(set, name))
    return successResult(`BFGCM0243I: Commands connect to the queue manager ${name}.`)
  },
})
