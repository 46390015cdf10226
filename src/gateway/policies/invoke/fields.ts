/**
 * The fields of a request to an upstream: those of the message that `header-control` lets through, and those that
 * the gateway adds.
 */

import { renderBasicCredentials } from '../../../lib/headers/basic-credentials.ts'
import type { Call } from '../../call/call.ts'
import { DocumentError, within } from '../../call/document-error.ts'
import { setHeader } from '../../message/headers.ts'
import { fill } from '../../templates/fill.ts'
import { compileTemplate, fixedText } from '../../templates/template.ts'
import type { PolicyContext } from '../types.ts'
import { type Control, selector } from './control.ts'

export interface FieldSettings {
  username?: string | undefined
  password?: string | undefined
  'header-control'?: Control | undefined
  'inject-proxy-headers': boolean
}

export type Fields = (call: Call) => string[]

/** Everything that is the same for all calls is made here. */
export function buildFields(settings: FieldSettings, context: PolicyContext): Fields {
  const credentials = credentialsOf(settings, context)
  const control = settings['header-control']
  const passes =
    control && control.values.length > 0
      ? selector(control, within(context.place, 'header-control'))
      : undefined
  const passesOwn = passes?.('Authorization') ?? true
  const proxied = settings['inject-proxy-headers']

  return (call) => {
    const fields = passes
      ? call.message.headers.filter((_, index, all) => passes(all[index - (index % 2)] as string))
      : call.message.headers.slice()
    if (credentials) setHeader(fields, 'Authorization', credentials(call))
    else if (call.head.authorization !== undefined && !call.caller.authorizationConsumed && passesOwn)
      fields.push('Authorization', call.head.authorization)
    if (proxied) addProxyFields(fields, call)
    fields.push('X-Request-Id', call.id, 'Via', '1.1 sluice')
    return fields
  }
}

/** Basic credentials, rendered once when they are the same for all calls. */
function credentialsOf(
  { username, password }: FieldSettings,
  { scope, place }: PolicyContext,
): ((call: Call) => string) | undefined {
  if (username === undefined) {
    if (password !== undefined)
      throw new DocumentError(within(place, 'password'), 'invoke has a password but no username')
    return undefined
  }
  const name = compileTemplate(username, scope, within(place, 'username'))
  const secret = compileTemplate(password ?? '', scope, within(place, 'password'))
  const fixedName = fixedText(name)
  const fixedSecret = fixedText(secret)
  if (fixedName !== undefined && fixedSecret !== undefined) {
    const rendered = renderBasicCredentials(fixedName, fixedSecret)
    return () => rendered
  }
  return (call) => renderBasicCredentials(fill(name, call), fill(secret, call))
}

function addProxyFields(fields: string[], { request, remote }: Call): void {
  const { host } = request.headers
  if (remote) fields.push('X-Forwarded-For', remote)
  if (host) fields.push('X-Forwarded-Host', host)
  fields.push('X-Forwarded-Proto', 'encrypted' in request.socket ? 'https' : 'http')
}
