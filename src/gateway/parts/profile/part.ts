import { defineCommand } from '../../../shared/cli/common/command.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import type { GatewayPart } from '../../part.ts'
import { readSettings } from '../../runtime/settings/index.ts'

const profileCommand = defineCommand({
  name: 'profile',
  summary: 'record what a worker of the running gateway does with its processor time',
  options: {
    seconds: { default: '10', value: 'N', range: [1, 60], help: 'how long, 1 to 60' },
    out: {
      default: 'sluice-profile',
      value: 'NAME',
      help: 'write NAME.cpuprofile for developer tools, and NAME.html, a flame graph that needs no network',
    },
  },

  async run({ options: { seconds, out }, write }) {
    const [{ noGatewayError, queryRunningGateway }, { renderFlameGraph }, { showProgress }] = await Promise.all([
      import('../../cli/common/query-gateway.ts'),
      import('./render-flame-graph.ts'),
      import('../../../shared/cli/common/progress.ts'),
    ])
    const { dataFolder } = readSettings()
    const work = queryRunningGateway(dataFolder, 'profile', { seconds })
    const profile = await showProgress(`recording for ${seconds} s`, work)
    if (profile === undefined) throw noGatewayError(dataFolder)
    await replaceFile(`${out}.cpuprofile`, profile)
    await replaceFile(`${out}.html`, renderFlameGraph(JSON.parse(profile)))
    write(`${out}.cpuprofile\n${out}.html\n`)
    return 0
  },
})

export const profilePart: GatewayPart = { name: 'profile', commands: [profileCommand] }
