/** POST /admin/action/qmgr/{qmgr}/mqsc: runs one MQSC command, given as text or as JSON. */
import type { CommandOutcome, JsonCommand, Principal } from '../../qm/index.ts'
import { type CommandResponse, renderJsonParameters, renderTextLines } from '../../qm/index.ts'
import { findGateway } from '../context/gateway.ts'
import { jsonListResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObjectBody } from '../http/json-body.ts'
import { findPrincipal, type Role } from '../identity/roles.ts'
import { findAdminTarget, runWithAdminConnection } from './common/admin-connection.ts'

/** The roles that may run commands other than DISPLAY. MQWebAdminRO may run DISPLAY only. */
const changers: readonly Role[] = ['MQWebAdmin', 'MQWebUser']
const displays = /^\s*DIS(PLAY)?(?![^\s(])/i

export async function runMqscCommand(context: RestContext): Promise<RestResponse> {
  const gateway = findGateway(context)
  const manager = findAdminTarget(context)
  const body = await readJsonObjectBody(context.request)

  switch (body.type) {
    case 'runCommand': {
      const command = readText(body)
      const purpose = { action: 'access', object: manager.name, as: principal(context, command) }
      const outcome = await runWithAdminConnection(context, manager, purpose, (connection) =>
        connection.command(command),
      )
      return answer(outcome, renderTextResponse, gateway?.headers)
    }
    case 'runCommandJSON': {
      const command = readCommand(body)
      const purpose = { action: 'access', object: manager.name, as: principal(context, command.command) }
      const outcome = await runWithAdminConnection(context, manager, purpose, (connection) =>
        connection.commandJson(command),
      )
      return answer(outcome, renderJsonResponse, gateway?.headers)
    }
    default:
      throw missing('type', 'it must be runCommand or runCommandJSON')
  }
}

/** Builds the response. The HTTP status is 200 also for a command that failed: the body contains the codes. */
function answer(
  { responses, completionCode, reasonCode }: CommandOutcome,
  element: typeof renderTextResponse,
  headers: Readonly<Record<string, string>> | undefined,
): RestResponse {
  const overall = { overallCompletionCode: completionCode, overallReasonCode: reasonCode }
  return jsonListResponse('commandResponse', responses, overall, headers, element)
}

function principal({ caller, principal, services }: RestContext, command: string): Principal {
  if (displays.test(command)) return principal
  const changer = findPrincipal(caller, changers, services.serverPrincipal)
  if (!changer) throw new RestError('MQWB0108E', [caller.name, changers.map((role) => `'${role}'`).join(', ')])
  return changer
}

function readText({ parameters }: Record<string, unknown>): string {
  const command = isObject(parameters) ? parameters.command : undefined
  if (typeof command === 'string') return command
  throw missing('parameters.command', 'it must be a string, one MQSC command')
}

/** Parses a JSON command. A member that is null counts as missing, because some clients serialize whole records. */
function readCommand(body: Record<string, unknown>): JsonCommand {
  const { command, qualifier } = body
  const name = body.name ?? undefined
  const parameters = body.parameters ?? undefined
  const responseParameters = body.responseParameters ?? undefined
  if (typeof command !== 'string') throw missing('command', 'it must be a string, an MQSC verb')
  if (typeof qualifier !== 'string') throw missing('qualifier', 'it must be a string, the keyword of an object')
  if (name !== undefined && typeof name !== 'string') throw missing('name', 'it must be a string')
  if (parameters !== undefined && !isObject(parameters)) throw missing('parameters', 'it must be an object')
  if (responseParameters !== undefined && !isTexts(responseParameters)) {
    throw missing('responseParameters', 'it must be an array of strings')
  }
  return {
    command,
    qualifier,
    ...(name === undefined ? {} : { name }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(responseParameters === undefined ? {} : { responseParameters }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function missing(member: string, why: string): RestError {
  return new RestError('MQWB0110E', [member, why])
}

/** Renders a response to `runCommand`: the lines that MQSC prints. */
function renderTextResponse(response: CommandResponse): string {
  const { completionCode, reasonCode } = response
  return JSON.stringify({ completionCode, reasonCode, text: renderTextLines(response) })
}

/** Renders a response to `runCommandJSON`: attributes under lower-case keywords, or the messages of the command. */
function renderJsonResponse(response: CommandResponse): string {
  const { completionCode, reasonCode, messages } = response
  const parameters = renderJsonParameters(response)
  if (parameters) return `{"completionCode":${completionCode},"reasonCode":${reasonCode},"parameters":${parameters}}`
  return JSON.stringify({ completionCode, reasonCode, ...(messages.length > 0 && { message: messages }) })
}
