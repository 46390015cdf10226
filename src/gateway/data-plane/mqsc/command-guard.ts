/**
 * Guards operations that run MQSC commands: a command runs when a rule of the document allows it, and when the token is
 * limited to queues, only for these. Commands that pass are sent as they were read, so that the backend cannot read
 * the body in another way.
 */
import { JsonLimitError, type JsonLimits, parseForeignJson } from '../../../shared/lib/collections/json-object.ts'
import type { Operation, QueueAccess } from '../../config/types/index.ts'
import { type MqscSubject, readMqscText, readMqscWords, renderMqscSubject } from '../../contract/access/mqsc-command.ts'
import { matchesName } from '../../contract/access/queue-scope.ts'
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import type { GatewayDeps } from '../call/deps.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { readDecodedBody, replaceWithDecoded } from '../message/decoded-body.ts'
import { setHeader } from '../message/headers.ts'
import { buildMalformedError, findBodyError } from '../policy/read-body.ts'
import { allowsQueue, findNamedQueue } from '../security/queue-access.ts'

const maxBodyBytes = 256 * 1024
const adminScope = 'mq.admin'

/** The commands that tokens limited to queues run. Others can name further queues in attributes such as TARGET. */
const limitedVerbs = ['DISPLAY', 'CLEAR', 'DELETE']
const queueObjects = ['QUEUE', 'QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL', 'QSTATUS']

/** Returns the step of an operation that runs commands; undefined for any other operation. */
export function buildCommandGuard({ queueAccess }: Operation, { audit, log }: GatewayDeps): CallStep | undefined {
  if (!queueAccess?.commands) return undefined
  const { location } = queueAccess
  const malformed = buildMalformedError(location)
  const refused = new GatewayError('command_refused', { location })

  return async function guardCommand(call): Promise<CallStepResult> {
    let read: ReadCommand
    try {
      const { bytes = maxBodyBytes, ...limits } = call.route.bodyLimits ?? {}
      read = readCommand(await readDecodedBody(call, Math.min(bytes, maxBodyBytes)), limits)
    } catch (error) {
      return findBodyError(call, error, malformed)
    }
    const problem = 'problem' in read ? read.problem : findProblem(call, read.subject, queueAccess)
    const command = 'subject' in read ? renderMqscSubject(read.subject) : undefined
    const entry = {
      request: call.id,
      client: call.caller.client?.clientId,
      user: call.caller.token?.subject,
      qmgr: findNamedQueue(call)?.qmgr,
      command,
    }
    if (problem !== undefined || !command?.startsWith('DISPLAY ')) {
      const action = problem === undefined ? 'mqsc allowed' : 'mqsc refused'
      await audit?.(action, { ...entry, problem }).catch((error: unknown) =>
        log.error({ err: error, requestId: call.id }, 'the audit trail could not be written'),
      )
    }
    if (problem !== undefined || 'problem' in read) {
      call.outcome.detail = problem
      return refused
    }
    replaceWithDecoded(call.message, JSON.stringify(read.body))
    setHeader(call.message.headers, 'Content-Type', 'application/json')
    return undefined
  }
}

type ReadCommand = { subject: MqscSubject; body: object } | { problem: string }

/** Throws a `JsonLimitError`. */
function readCommand(bytes: Buffer, limits: JsonLimits): ReadCommand {
  let value: unknown
  try {
    value = parseForeignJson(bytes, limits)
  } catch (error) {
    if (error instanceof JsonLimitError) throw error
    return { problem: 'the body is not JSON' }
  }
  const body = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (body.type === 'runCommand') {
    const text = (body.parameters as { command?: unknown } | undefined)?.command
    if (typeof text !== 'string') return { problem: 'parameters.command is not a text' }
    const subject = readMqscText(text)
    return subject
      ? { subject, body: { type: 'runCommand', parameters: { command: text } } }
      : { problem: 'the text is not one command of one line: a verb, an object and its name' }
  }
  const { command, qualifier, name } = body
  if (body.type !== 'runCommandJSON') return { problem: 'type is neither runCommand nor runCommandJSON' }
  if (typeof command !== 'string' || typeof qualifier !== 'string' || !(name === undefined || typeof name === 'string'))
    return { problem: 'command, qualifier and name must be texts' }
  const subject = readMqscWords(command, qualifier, name)
  return subject ? { subject, body } : { problem: 'command and qualifier must each be one word' }
}

/** Returns why a command may not run; undefined when it may. */
function findProblem({ caller, ...call }: Call, subject: MqscSubject, access: QueueAccess): string | undefined {
  const text = renderMqscSubject(subject)
  if (!access.commands?.some((rule) => isAllowed(rule, subject))) return `no rule of the API allows ${text}`
  const scopes = caller.token?.scopes
  if (!scopes || scopes.has(adminScope)) return undefined
  const named = findNamedQueue(call)
  if (!named || !limitedVerbs.includes(subject.verb) || !queueObjects.includes(subject.object))
    return `a token that is limited to queues runs only ${limitedVerbs.join(', ')} of queues, not ${text}`
  const queue = subject.name ?? '*'
  return allowsQueue(scopes, adminScope, { qmgr: named.qmgr, queue })
    ? undefined
    : `the token has no scope ${adminScope} for ${named.qmgr}/${queue}`
}

function isAllowed(rule: MqscSubject, { verb, object, name }: MqscSubject): boolean {
  if (rule.verb !== '*' && rule.verb !== verb) return false
  if (rule.object !== '*' && rule.object !== object) return false
  return rule.name === undefined || name === undefined ? rule.name === name : matchesName(rule.name, name)
}
