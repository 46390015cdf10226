/** `npm start`: the gateway, the MQ web server, a customer API and an authentication URL, on one machine. */
import type { GatewayParts } from '../../../gateway/part.ts'
import { readSettings } from '../../../gateway/runtime/settings/index.ts'
import type { MqParts } from '../../../mq/part.ts'
import { defineCommand } from '../../../shared/cli/common/command.ts'
import { exitAfterGrace, waitForSignal } from '../../../shared/cli/common/wait-for-signal.ts'
import { releaseStartMemory } from '../../../shared/lib/memory/release-start-memory.ts'
import { prepareDataFolder } from '../../../shared/process/data/index.ts'
import { addOpenFilesWarning } from '../../../shared/process/settings/index.ts'
import { findSandboxDocuments, type RunningSandbox } from '../../run/index.ts'

/** Defaults for one machine; the environment overrides them. */
const sandboxDefaults = { SLUICE_WORKERS: '1', SLUICE_DRAIN_DELAY_SECONDS: '0', SLUICE_WARM_UP_CALLS: '0' }

export const sandboxCommand = defineCommand({
  name: 'sandbox',
  summary: 'start everything on this machine: gateway, MQ web server, customer API, authentication URL',

  async run({ write }, { gatewayParts, mqParts }: GatewayParts & MqParts) {
    const given = readSettings({ ...sandboxDefaults, ...process.env })
    await prepareDataFolder(given.dataFolder)
    const configFolder = process.env.SLUICE_CONFIG
      ? given.configFolder
      : await findSandboxDocuments(given.configFolder, given.dataFolder)
    const settings = addOpenFilesWarning({ ...given, configFolder })
    const { startSandbox } = await import('../../run/sandbox.ts')
    const running = await startSandbox(settings, {
      loadMqCommands: async () => (await import('../../../mq/cli/host/host-commands.ts')).loadHostCommands(mqParts),
      gatewayParts,
      mqParts,
      onFailure: () => exitAfterGrace(1),
    })
    if (!running) return 1

    const signalled = waitForSignal() // a signal may follow the line at once
    write(renderWelcome(running, configFolder, process.uptime()))
    setImmediate(releaseStartMemory)
    const signal = await signalled
    await running.startDraining(signal === 'SIGTERM' ? settings.drainDelayMs : 0)
    exitAfterGrace(0)
    await running.close()
    return 0
  },
})

function renderWelcome(sandbox: RunningSandbox, configFolder: string, seconds: number): string {
  const { gatewayUrl, gatewayLocalUrl: gatewayListening, adminUrl, mqwebUrl, customersUrl, authenticationUrl } = sandbox
  return `sandbox ready in ${seconds.toFixed(1)} s
  gateway              ${gatewayUrl}${gatewayListening === gatewayUrl ? '' : ` (listening on ${gatewayListening})`}
  developer portal     ${gatewayUrl}/acme/sandbox/portal
  management           ${adminUrl}
  MQ web server        ${mqwebUrl}
  customer API         ${customersUrl}/customerdb/v1/customers
  authentication URL   ${authenticationUrl}/authenticate
  documents            ${configFolder}

Paste these into another shell:

  TOKEN=$(curl -s ${gatewayUrl}/acme/sandbox/customer-oauth/oauth2/token \\
    -d grant_type=password -d client_id=sandbox-app -d client_secret=sandbox-secret \\
    -d username=alice -d password=wonderland --data-urlencode 'scope=customer mq.put mq.get mq.browse mq.admin' \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  curl -s ${gatewayUrl}/acme/sandbox/customerdb/v1/customers -H "Authorization: Bearer $TOKEN"

  curl -s ${gatewayUrl}/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message \\
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain;charset=utf-8' -d 'hello'
  curl -s -X DELETE ${gatewayUrl}/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message \\
    -H "Authorization: Bearer $TOKEN"

Ctrl-C ends it.
`
}
