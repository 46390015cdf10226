/** POST /admin/action/qmgr/{qmgr}/mqsc: runs one MQSC command, given as text or as JSON. */
import type { Static, TSchema } from '../../../shared/lib/json-schema/type.ts'
import {
  type CommandConnection,
  type CommandOutcome,
  type CommandResponse,
  type Principal,
  renderJsonParameters,
  renderTextLines,
} from '../../manager/index.ts'
import { findGateway, jsonListResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { JsonCommand, TextCommand } from '../contract/mqsc.ts'
import { RestError } from '../errors/rest-error.ts'
import { MemberError, parseBody } from '../http/parse-body.ts'
import { readJsonObjectBody } from '../http/request-input.ts'
import { findPrincipal, type Role } from '../identity/roles.ts'
import { findAdminTarget, runWithAdminConnection } from './common/admin-connection.ts'

/** The roles that may run commands other than DISPLAY. MQWebAdminRO may run DISPLAY only. */
const changers: readonly Role[] = ['MQWebAdmin', 'MQWebUser']
const displays = /^\s*DIS(PLAY)?(?![^\s(])/i

export async function runMqscCommand(context: RestContext): Promise<RestResponse> {
  const gateway = findGateway(context)
  const manager = findAdminTarget(context)
  const body = await readJsonObjectBody(context.request)

  const run = <Outcome>(command: string, send: (connection: CommandConnection) => Promise<Outcome>) => {
    const purpose = { action: 'access', object: manager.name, principal: findCommandPrincipal(context, command) }
    return runWithAdminConnection(context, manager, purpose, send)
  }
  switch (body.type) {
    case 'runCommand': {
      const { command } = parseCommand(TextCommand, body).parameters
      const outcome = await run(command, (connection) => connection.command(command))
      return answer(outcome, renderTextResponse, gateway?.headers)
    }
    case 'runCommandJSON': {
      const { type, ...command } = parseCommand(JsonCommand, body)
      const outcome = await run(command.command, (connection) => connection.commandJson(command))
      return answer(outcome, renderJsonResponse, gateway?.headers)
    }
    default:
      throw new RestError('MQWB0110E', ['type', 'it must be runCommand or runCommandJSON'])
  }
}

function parseCommand<S extends TSchema>(schema: S, body: Readonly<Record<string, unknown>>): Static<S> {
  try {
    return parseBody(schema, body)
  } catch (error) {
    throw error instanceof MemberError ? new RestError('MQWB0110E', [error.member, error.why]) : error
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

function findCommandPrincipal({ caller, principal, services }: RestContext, command: string): Principal {
  if (displays.test(command)) return principal
  const changer = findPrincipal(caller, changers, services.serverPrincipal)
  if (!changer) throw new RestError('MQWB0108E', [caller.name, changers.map((role) => `'${role}'`).join(', ')])
  return changer
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
  return JSON.stringify({ completionCode, reasonCode, message: messages.length > 0 ? messages : undefined })
}
