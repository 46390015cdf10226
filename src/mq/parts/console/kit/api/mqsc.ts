/** Runs MQSC commands on a queue manager as the signed-in user. */
import { RequestError } from '../../../../../shared/ui/api/client.ts'
import type { ResourceRequest } from '../../../../../shared/ui/api/resource-client.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ConsoleResources } from '../../contract/resources.ts'
import { gatewayHeaders, request } from './client.ts'

export type AttributeValue = string | number | readonly string[]

/** The attributes of an object, by MQSC keyword in lower case. */
export type ObjectAttributes = Readonly<Record<string, AttributeValue | undefined>>

export interface MqscCommand {
  command: string
  qualifier: string
  name?: string
  parameters?: ObjectAttributes
  responseParameters?: readonly string[]
}

export interface CommandResponse {
  completionCode: number
  reasonCode: number
  message?: readonly string[]
  text?: readonly string[]
  parameters?: ObjectAttributes & { objects?: readonly ObjectAttributes[] }
}

interface MqscResult {
  commandResponse: readonly CommandResponse[]
  overallCompletionCode: number
  overallReasonCode: number
}

/** MQ reason codes that mean "not found", for objects, subscriptions, channel status and authority records. */
const nothingFound = new Set([2085, 2428, 3065, 3338])

/** Runs a command that changes something. Throws a `RequestError` with the queue manager's messages if it fails. */
export async function runCommand(manager: string, command: MqscCommand): Promise<void> {
  const outcome = await send(manager, command)
  if (outcome.overallCompletionCode > 1) throw new RequestError(200, joinMessages(outcome))
}

/** Runs a DISPLAY command. Returns an empty list if nothing was found; throws a `RequestError` for other failures. */
export async function displayObjects(
  manager: string,
  command: Omit<MqscCommand, 'command'>,
  signal?: AbortSignal,
): Promise<readonly CommandResponse[]> {
  const outcome = await send(manager, { command: 'display', ...command }, signal)
  const found = outcome.commandResponse.filter((each) => each.parameters !== undefined)
  const failure = outcome.commandResponse.find((each) => each.completionCode > 1 && !nothingFound.has(each.reasonCode))
  if (found.length === 0 && failure)
    throw new RequestError(200, joinMessages({ ...outcome, commandResponse: [failure] }))
  return found
}

/** Runs a command as the user spelled it and returns the output. `gateway` passes it on to another queue manager. */
export async function runCommandText(
  manager: string,
  command: string,
  gateway?: string,
): Promise<{ failed: boolean; lines: readonly string[] }> {
  const outcome = await run(manager, {
    body: { type: 'runCommand', parameters: { command } },
    headers: gatewayHeaders(gateway),
  })
  const lines = outcome.commandResponse.flatMap((each) => each.text ?? each.message ?? [])
  return { failed: outcome.overallCompletionCode > 1, lines }
}

function send(manager: string, command: MqscCommand, signal?: AbortSignal): Promise<MqscResult> {
  return run(manager, { body: { type: 'runCommandJSON', ...command }, signal })
}

/** The attributes of responses have no schema: they are those of the MQSC command. */
async function run(
  qmgr: string,
  options: ResourceRequest<ConsoleResources, 'POST /qmgr/:qmgr/mqsc'>,
): Promise<MqscResult> {
  return (await request('POST /qmgr/:qmgr/mqsc', { qmgr }, options)) as MqscResult
}

function joinMessages(outcome: MqscResult): string {
  const messages = outcome.commandResponse.flatMap((each) => each.message ?? [])
  return (
    messages.join(' ') ||
    t('The command failed with reason {overallReasonCode}.', { overallReasonCode: outcome.overallReasonCode })
  )
}
