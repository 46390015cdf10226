/** GET /admin/installation and /admin/installation/{name}: the installation of this server; GET /admin/metrics: its metrics. */
import { release, type as systemType } from 'node:os'
import { expositionContentType } from '../../../shared/lib/output/exposition.ts'
import { packageRoot } from '../../../shared/lib/package/package-root.ts'
import { commandLevel } from '../../manager/index.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters } from '../http/request-input.ts'
import { renderMqwebMetrics } from '../metrics/mqweb-metrics.ts'
import { parseValueSelection, type ValueReaders } from './attributes/attribute-selector.ts'

const extended: ValueReaders<[context: RestContext]> = {
  'extended.dataPath': ({ services }) => services.installation.folder,
  'extended.description': () => '',
  'extended.installationPath': () => packageRoot,
  'extended.level': () => `p${commandLevel}`,
  'extended.maximumCommandLevel': () => commandLevel,
  'extended.operatingSystem': () => `${systemType()} ${release()}`,
  'extended.primary': () => true,
}

export function listInstallations(context: RestContext): RestResponse {
  const { attributes } = parseQueryParameters(context, ['attributes'])
  const read = parseValueSelection('attributes', attributes, extended)
  const { name } = context.services.installation
  return jsonResponse(200, { installation: [{ name, platform: 'unix', version: '9.4.2.0', ...read(context) }] })
}

export function showInstallation(context: RestContext): RestResponse {
  const name = context.params.installation as string
  if (name !== context.services.installation.name) throw new RestError('MQWB0017E', [name])
  return listInstallations(context)
}

export async function showMetrics(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  if (!context.services.settings().properties.mqRestMetricsEnabled) throw new RestError('MQWB0010E', [context.path])
  return {
    status: 200,
    headers: { 'Content-Type': expositionContentType },
    body: await renderMqwebMetrics(context.services),
  }
}
