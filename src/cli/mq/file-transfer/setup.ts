/** `fteSetupCoordination` and `fteSetupCommands`: name the queue managers of a set of options. */
import { successResult } from '../../../runtime/mq/index.ts'
import { controlCommand } from '../common/options.ts'
import {
  inertConnectionOptions,
  inertOption,
  openCommandContext,
  orFail,
  requireValue,
  setOption,
} from './common-options.ts'

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
    const transfer = await host.fileTransfer.activate()
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
