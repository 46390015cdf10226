/** `sluice usage`: how much applications called, by plan and API. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, jsonOption, UsageError } from '../common/command.ts'

export const usageCommand: Command = {
  name: 'usage',
  summary: 'show the calls of applications by plan and API',
  usage: '[--days N] [--by-day] [--application NAME] [--json]',
  options: {
    days: { type: 'string', default: '30', value: 'N', help: 'the number of days up to today, 1 to 999' },
    'by-day': { type: 'boolean', default: false, help: 'print a row for each day' },
    application: { type: 'string', value: 'NAME', help: 'only this application' },
    json: jsonOption,
  },

  async run({ options: { days, 'by-day': byDay, application, json }, write }) {
    if (!/^[1-9]\d{0,2}$/.test(String(days)))
      throw new UsageError(`--days must be a whole number from 1 to 999, found "${days}"`)

    const { printUsage: usage } = await import('./usage.ts')
    return usage({
      days: Number(days),
      byDay: byDay === true,
      application: application as string | undefined,
      json: json === true,
      store: readSettings().store,
      now: Date.now(),
      write,
    })
  },
}
