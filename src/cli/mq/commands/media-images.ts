/** `rcdmqimg` and `rcrmqobj`: commands for media images, which queue managers do not need here. */
import { commandResult, exitStatuses } from '../../../runtime/mq/index.ts'
import { controlCommand, quietOption } from '../common/options.ts'

const reason = [
  'Sluice keeps objects and messages in one database with checksums; there is no log to replay and so no media image.',
  'To back up queue managers, use sluice backup. To keep definitions, use dmpmqcfg.',
]

const imageArguments = {
  usage: '[-m QMgrName] [-t ObjectType] [ObjectName]',
  positionals: { min: 0, max: 1 },
  options: {
    '-m': { value: 'QMgrName', help: 'accepted' },
    '-t': { value: 'ObjectType', help: 'accepted' },
    ...quietOption,
  },
}

/** Succeeds, so that scheduled scripts of other installations continue. */
export const rcdmqimg = controlCommand({
  name: 'rcdmqimg',
  summary: 'record a media image: succeeds without an effect, because none is needed',
  ...imageArguments,
  async run() {
    return commandResult(0, 'rcdmqimg: no media image is recorded, because none is needed.', ...reason)
  },
})

/** Fails, because an object is not made again. */
export const rcrmqobj = controlCommand({
  name: 'rcrmqobj',
  summary: 'make an object again from a media image: fails, because there is none',
  ...imageArguments,
  async run() {
    const lines = ['rcrmqobj: there is no media image from which an object could be made again.', ...reason]
    return { ...commandResult(exitStatuses.unexpected), stderr: lines.map((line) => `${line}\n`).join('') }
  },
})
