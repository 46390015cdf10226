/** `sluice usage`: how much applications called, by plan and API. */

import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, UsageError } from '../common/command.ts'

export const usageCommand: Command = {
  name: 'usage',
  summary: 'show the calls of applications by plan and API',
  usage: '[--days N] [--by-day] [--application NAME] [--json]',
  options: {
    days: { type: 'string', default: '30' },
    'by-day': { type: 'boolean', default: false },
    application: { type: 'string' },
    json: { type: 'boolean', default: false },
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
      dataFolder: readSettings().dataFolder,
      now: Date.now(),
      write,
    })
  },
}
