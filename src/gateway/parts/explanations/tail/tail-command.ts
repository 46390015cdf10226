/** `sluice tail`: follows the calls of all workers of the running gateway. */

import { defineCommand, jsonOption, UsageError } from '../../../../shared/cli/common/command.ts'
import { readSettings } from '../../../runtime/settings/index.ts'

export const tailCommand = defineCommand({
  name: 'tail',
  summary: 'follow the calls of the running gateway until Ctrl+C',
  options: {
    api: { value: 'NAME', help: 'only calls of this API: NAME or NAME:VERSION' },
    app: { value: 'NAME', help: 'only calls of this application' },
    json: { ...jsonOption, help: 'print a JSON text for each call' },
    path: { value: 'PATTERN', help: 'only calls of this path, in which * stands for any text' },
    slower: { value: 'MS', range: [0, 999_999_999], help: 'only calls that took as many milliseconds or more' },
    status: { value: 'CODE', help: 'only calls with this status, such as 404 or 4xx' },
  },

  async run({ options: { api, app, json, path, slower, status }, write }) {
    if (status !== undefined && !/^[1-5](\d\d|xx)$/i.test(status))
      throw new UsageError(`--status must be a status such as 404 or 4xx, found "${status}"`)
    const { followCalls } = await import('./follow-calls.ts')
    const filter = { api, application: app, status, path, slowerMs: slower }
    await followCalls(readSettings().dataFolder, filter, { json, write })
    return 0
  },
})
