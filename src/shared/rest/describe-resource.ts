/** Describes declared resources in OpenAPI. */
import type { OperationDescription, Refer } from '../http/openapi/openapi-document.ts'
import type { TaggedResource } from './resource.ts'

const statusTexts = { 200: 'The result.', 201: 'Created.', 202: 'Accepted. Location has the URL.', 204: 'Done.' }

/** Returns what a resource takes and returns, without its errors. */
export function describeResource(resource: TaggedResource, refer: Refer): OperationDescription {
  const { id, summary, tag, parameters, body, bodyTypes = ['application/json'], otherStatuses = {} } = resource
  const content = resource.response ? { 'application/json': refer(resource.response) } : resource.file
  const status = resource.status ?? (content ? 200 : 204)
  const headers = Object.entries(resource.headers ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: 'string' } }] as const,
  )
  const success = {
    description: statusTexts[status],
    headers: headers.length > 0 ? Object.fromEntries(headers) : undefined,
    content,
  }
  const others = Object.entries(otherStatuses).map(([each, description]) => [each, { description }] as const)
  return {
    id,
    summary,
    tag,
    parameters,
    body: body && Object.fromEntries(bodyTypes.map((type) => [type, refer(body)])),
    responses: { [status]: success, ...Object.fromEntries(others) },
  }
}
