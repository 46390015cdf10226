/** `sluice tail`: follows the calls of all workers of the running gateway. */
import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, jsonOption, UsageError } from '../common/command.ts'

export const tailCommand: Command = {
  name: 'tail',
  summary: 'follow the calls of the running gateway until Ctrl+C',
  usage: '[--api NAME] [--app NAME] [--status CODE] [--path PATTERN] [--slower MS] [--json]',
  options: {
    api: { type: 'string', value: 'NAME', help: 'only calls of this API: NAME or NAME:VERSION' },
    app: { type: 'string', value: 'NAME', help: 'only calls of this application' },
    json: { ...jsonOption, help: 'print a JSON text for each call' },
    path: { type: 'string', value: 'PATTERN', help: 'only calls of this path, in which * stands for any text' },
    slower: { type: 'string', value: 'MS', help: 'only calls that took as many milliseconds or more' },
    status: { type: 'string', value: 'CODE', help: 'only calls with this status, such as 404 or 4xx' },
  },

  async run({ options: { api, app, json, path, slower, status }, write }) {
    if (typeof status === 'string' && !/^[1-5](\d\d|xx)$/i.test(status))
      throw new UsageError(`--status must be a status such as 404 or 4xx, found "${status}"`)
    if (typeof slower === 'string' && !/^\d{1,9}$/.test(slower))
      throw new UsageError(`--slower must be a number of milliseconds, found "${slower}"`)
    const { followCalls } = await import('./follow-calls.ts')
    const filter = {
      ...(typeof api === 'string' && { api }),
      ...(typeof app === 'string' && { application: app }),
      ...(typeof status === 'string' && { status }),
      ...(typeof path === 'string' && { path }),
      ...(typeof slower === 'string' && { slowerMs: Number(slower) }),
    }
    await followCalls(readSettings().dataFolder, filter, { json: json === true, write })
    return 0
  },
}
