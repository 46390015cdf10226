/** The text that the sandbox prints when it is ready: URLs and example requests. */
import type { RunningSandbox } from '../../runtime/sandbox/index.ts'

/**
 * Returns the text. It names the folder of the documents when this is not the current folder, where other commands look for
 * them.
 */
export function renderWelcome(sandbox: RunningSandbox, configFolder: string, seconds: number): string {
  const {
    gatewayUrl,
    gatewayLocalUrl: gatewayListening,
    adminUrl,
    mqwebUrl,
    customersUrl,
    authenticationUrl,
  } = sandbox
  return `sandbox ready in ${seconds.toFixed(1)} s
  gateway              ${gatewayUrl}${gatewayListening === gatewayUrl ? '' : ` (listening on ${gatewayListening})`}
  developer portal     ${gatewayUrl}/acme/sandbox/portal
  management           ${adminUrl}
  MQ web server        ${mqwebUrl}
  customer API         ${customersUrl}/customerdb/v1/customers
  authentication URL   ${authenticationUrl}/authenticate${renderDocuments(configFolder)}

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

function renderDocuments(folder: string): string {
  if (folder === process.cwd()) return ''
  return `
  documents            ${folder} (other commands need SLUICE_CONFIG=${folder})`
}
