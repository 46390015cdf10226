/** The policy `redact`: masks or removes fields of the message, of variables, and of the call log. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { Call } from '../../../data-plane/call/call.ts'
import type { CallStep } from '../../../data-plane/call/call-progress.ts'
import { DocumentError, locateWithin, type ValueLocation } from '../../../data-plane/errors/document-error.ts'
import { removeHeader, setHeader } from '../../../data-plane/message/headers.ts'
import { definePolicy, type PolicyContext } from '../../../data-plane/policy/policy.ts'
import { payloadLimitSchema } from '../../../data-plane/policy/read-body.ts'
import { type Redaction, redactText, redactValue } from '../xml/redact.ts'
import { parseFieldPath } from '../xml/redact-paths.ts'
import { buildScriptStep } from './script-step.ts'

const action = Type.Enum(['redact', 'remove'], { default: 'redact' })
const path = Type.String({ minLength: 1, description: 'The field: $.a.b, **.password, or /a/b, //password' })

const settings = Type.Object({
  redactions: Type.Optional(Type.Array(Type.Object({ action, path }), { minItems: 1 })),
  root: Type.Optional(Type.String({ description: 'Where paths begin, such as message.body' })),
  actions: Type.Optional(
    Type.Array(
      Type.Object({
        action,
        path,
        from: Type.Array(Type.Enum(['all', 'request', 'response', 'logs']), { default: ['all'] }),
      }),
      { minItems: 1, description: 'The form of version 5' },
    ),
  ),
  'payload-limit': payloadLimitSchema,
})

type Place = 'request' | 'response' | 'logs'
type Target = { kind: 'body' } | { kind: 'header'; name: string } | { kind: 'variable'; name: string }

interface FieldRedaction extends Redaction {
  target: Target
  places: readonly Place[]
}

export const redactPolicy = definePolicy({
  policy: 'redact',
  settings,
  hasBackgroundWork: () => true,

  build(settings, context) {
    const fields = compileFields(settings, context.location)
    const others = fields.filter(({ target }) => target.kind !== 'body')
    const loggedHeaders = others.flatMap(({ target, places }) =>
      target.kind === 'header' && places.includes('logs') ? [target.name.toLowerCase()] : [],
    )
    const logged = fields.filter(({ target, places }) => target.kind === 'body' && places.includes('logs'))
    const redactLogged = (text: string) => redactText(text, logged)
    const ofBody = (place: Place) =>
      fields.filter(({ target, places }) => target.kind === 'body' && places.includes(place))
    const limit = settings['payload-limit']
    const request = buildBodyStep(ofBody('request'), limit, context)
    const response = buildBodyStep(ofBody('response'), limit, context)

    return function redact(call) {
      const { redactText: before } = call.outcome
      if (logged.length > 0) call.outcome.redactText = before ? (text) => redactLogged(before(text)) : redactLogged
      if (loggedHeaders.length > 0)
        call.outcome.redactedHeaders = [...(call.outcome.redactedHeaders ?? []), ...loggedHeaders]
      const { isResponse } = call.message
      for (const each of others) if (each.places.includes(isResponse ? 'response' : 'request')) redactOther(call, each)
      return (isResponse ? response : request)?.(call)
    }
  },
})

/** Returns a step that masks fields of the body, on the thread of scripts. */
function buildBodyStep(
  redactions: readonly Redaction[],
  payloadLimit: number | undefined,
  context: PolicyContext,
): CallStep | undefined {
  if (redactions.length === 0) return undefined
  const options = JSON.stringify(redactions.map(({ steps, removes }) => ({ steps, removes })))
  const source = `require('convert')('redact', ${options}, undefined, 'message.body', 'message')`
  return buildScriptStep({ source, payloadLimit, failure: 'payload_malformed' }, context)
}

function compileFields(
  { redactions, actions, root }: Static<typeof settings>,
  location: ValueLocation,
): FieldRedaction[] {
  if (!redactions && !actions) throw new DocumentError(location, 'redact needs the member redactions')
  const all: readonly Place[] = ['request', 'response', 'logs']
  const member = redactions ? 'redactions' : 'actions'
  return (actions ?? redactions ?? []).map((each, index) => {
    const from = 'from' in each ? (each.from as readonly (Place | 'all')[]) : undefined
    const places = !from || from.includes('all') ? all : all.filter((place) => from.includes(place))
    return { ...compileField(each, root, locateWithin(location, member, index, 'path')), places }
  })
}

function compileField(
  { action, path }: { action: 'redact' | 'remove'; path: string },
  root: string | undefined,
  location: ValueLocation,
): Omit<FieldRedaction, 'places'> {
  const removes = action === 'remove'
  const whole =
    root && !path.startsWith('/') ? `${root}.${path.replace(/^\$\.?/, '')}` : path.replace(/^\$\.(?=message\.)/, '')
  const header = /^message\.headers\.(.+)$/.exec(whole)?.[1]
  if (header) return { target: { kind: 'header', name: header.replace(/["'`]/g, '') }, steps: [], removes }
  if (/^request\.(?!body)/.test(whole))
    throw new DocumentError(location, `"${whole}" cannot be redacted: it is part of the received request`)
  const inBody = /^(?:message|request)\.body\.(.+)$/.exec(whole)?.[1] ?? (root ? undefined : path)
  const steps = parseFieldPath(inBody ?? path)
  if (!steps)
    throw new DocumentError(
      location,
      `the path "${path}" is not supported: write names of fields, such as $.a.b, **.b, /a/b or //b`,
    )
  return inBody
    ? { target: { kind: 'body' }, steps, removes }
    : { target: { kind: 'variable', name: root ?? '' }, steps, removes }
}

function redactOther({ message }: Call, { target, steps, removes }: FieldRedaction): void {
  if (target.kind === 'header') {
    if (removes) removeHeader(message.headers, target.name.toLowerCase())
    else setHeader(message.headers, target.name, '******')
  } else if (target.kind === 'variable') {
    const value = message.variables?.get(target.name)
    if (value !== undefined)
      message.variables?.set(target.name, redactValue(structuredClone(value), [{ steps, removes }]))
  }
}
