/** `sluice mqweb`: runs the MQ web server and queue managers in the foreground, for service managers and containers. */
import { defineCommand } from '../../../shared/cli/common/command.ts'
import type { MqParts } from '../../part.ts'

export const mqwebCommand = defineCommand({
  name: 'mqweb',
  summary: 'run the MQ web server and its queue managers in the foreground, as a service',
  options: {
    qmgr: { multiple: true, value: 'NAME', help: 'a queue manager to start; it is created when it does not exist' },
    standby: {
      short: 'x',
      help: 'as a standby while another machine runs the queue manager in the database SLUICE_QMGR_STORE',
    },
  },

  async run({ options: { qmgr, standby } }, { mqParts }: MqParts) {
    try {
      const { runMqweb } = await import('./run-mqweb.ts')
      return await runMqweb(qmgr, standby, mqParts)
    } catch (error) {
      const { openLog } = await import('../../../shared/lib/output/log.ts')
      openLog({ name: 'mqweb' }).fatal((error as Error).message)
      return 1
    }
  },
})
