/** Handler that returns the WSDL of an API: its address is the gateway. */
import { escapeMarkup } from '../../../../shared/lib/text/escape-markup.ts'
import type { Api } from '../../../config/types/index.ts'
import { renderResourcePath } from '../../../contract/access/resource-url.ts'
import { FileResponse } from '../context/file-response.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import { findVisibleApi } from './apis.ts'
import { renderFileName } from './openapi-file.ts'

export const downloadWsdl: ResourceHandler<'GET /apis/:api/wsdl'> = async (context) => {
  const api = findVisibleApi(context)
  if (api.wsdl === undefined) throw new PortalError('no_wsdl')
  const text = placeAt(api.wsdl, renderResourcePath(context.catalogUrl, `${api.basePath}${findSoapPath(api)}`))
  return new FileResponse(`${renderFileName(api)}.wsdl`, 'text/xml', text)
}

/** Returns the path of the operation that takes the messages; empty unless it is the only one. */
function findSoapPath({ operations }: Api): string {
  const [path, ...others] = new Set(operations.flatMap((each) => (each.method === 'POST' ? [each.path] : [])))
  return path === undefined || others.length > 0 || path === '/' || path.includes('{') ? '' : path
}

/** Replaces the location of each element `address`, such as `soap:address`. */
function placeAt(wsdl: string, url: string): string {
  const address = /(<(?:[\w.-]+:)?address\s(?:[^<>]*\s)?location\s*=\s*)(?:"[^"]*"|'[^']*')/g
  return wsdl.replace(address, (_, before) => `${before}"${escapeMarkup(url)}"`)
}
