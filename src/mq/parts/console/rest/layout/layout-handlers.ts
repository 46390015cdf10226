/** GET and PUT of the caller's layout of the console. */
import {
  emptyResponse,
  jsonResponse,
  type RestContext,
  type RestHandler,
} from '../../../../web/context/rest-context.ts'
import { RestError } from '../../../../web/errors/rest-error.ts'
import { readJsonObjectBody } from '../../../../web/http/json-body.ts'
import { type LayoutStore, parseLayout } from './layout-store.ts'

export function createLayoutHandlers(store: LayoutStore): { show: RestHandler; replace: RestHandler } {
  return {
    async show({ caller }) {
      const { layout, etag } = await store.load(caller.name)
      return jsonResponse(200, layout, { ETag: etag })
    },

    async replace(context) {
      const expected = readIfMatch(context)
      const layout = parseLayout(await readJsonObjectBody(context.request))
      const etag = await store.save(context.caller.name, layout, expected)
      if (etag === undefined) throw new RestError('MQWB0044E', [context.path])
      return emptyResponse(204, { ETag: etag })
    },
  }
}

/** Throws MQWB0043E (428) without If-Match: RFC 6585 section 3. */
function readIfMatch({ request, path }: RestContext): string {
  const expected = request.headers['if-match']
  if (expected === undefined) throw new RestError('MQWB0043E', [path])
  return expected
}
