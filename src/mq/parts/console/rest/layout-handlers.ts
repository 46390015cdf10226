/** GET and PUT of the caller's layout of the console. */
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { readJsonObjectBody } from '../../../web/http/request-input.ts'
import { findConsole } from '../state/console-service.ts'
import { parseLayout } from '../state/layout-store.ts'

export async function showLayout(context: RestContext): Promise<RestResponse> {
  const { layout, etag } = await findConsole(context).layouts.load(context.caller.name)
  return jsonResponse(200, layout, { ETag: etag })
}

export async function replaceLayout(context: RestContext): Promise<RestResponse> {
  const expected = readIfMatch(context)
  const layout = parseLayout(await readJsonObjectBody(context.request))
  const etag = await findConsole(context).layouts.save(context.caller.name, layout, expected)
  if (etag === undefined) throw new RestError('MQWB0044E', [context.path])
  return emptyResponse(204, { ETag: etag })
}

/** Throws MQWB0043E (428) without If-Match: RFC 6585 section 3. */
function readIfMatch({ request, path }: RestContext): string {
  const expected = request.headers['if-match']
  if (expected === undefined) throw new RestError('MQWB0043E', [path])
  return expected
}
