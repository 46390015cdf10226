/** `sluice usage`: how much applications called, by plan and API. */

import { defineCommand, jsonOption } from '../../../../shared/cli/common/command.ts'
import { readSettings } from '../../../runtime/settings/index.ts'

export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'show the calls of applications by plan and API',
  options: {
    days: { default: '30', value: 'N', range: [1, 999], help: 'the number of days up to today, 1 to 999' },
    'by-day': { help: 'print a row for each day' },
    application: { value: 'NAME', help: 'only this application' },
    json: jsonOption,
  },

  async run({ options, write }) {
    const { printUsage } = await import('./usage.ts')
    return printUsage({ ...options, store: readSettings().store, now: Date.now(), write })
  },
})
