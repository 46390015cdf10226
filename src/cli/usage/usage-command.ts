/** `sluice usage`: how much applications called, by plan and API. */
import { readSettings } from '../../runtime/settings/index.ts'
import { defineCommand, jsonOption, UsageError } from '../common/command.ts'

export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'show the calls of applications by plan and API',
  usage: '[--days N] [--by-day] [--application NAME] [--json]',
  options: {
    days: { default: '30', value: 'N', help: 'the number of days up to today, 1 to 999' },
    'by-day': { help: 'print a row for each day' },
    application: { value: 'NAME', help: 'only this application' },
    json: jsonOption,
  },

  async run({ options, write }) {
    const { days } = options
    if (!/^[1-9]\d{0,2}$/.test(days))
      throw new UsageError(`--days must be a whole number from 1 to 999, found "${days}"`)

    const { printUsage } = await import('./usage.ts')
    return printUsage({ ...options, days: Number(days), store: readSettings().store, now: Date.now(), write })
  },
})
