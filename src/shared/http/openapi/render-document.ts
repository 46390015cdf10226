/** Renders an OpenAPI document as JSON or YAML, as the `Accept` header of the request prefers. RFC 9512, RFC 9110. */
import type { OpenApiDocument } from './openapi-document.ts'

const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml', 'application/vnd.oai.openapi']
const jsonTypes = ['application/json', 'application/*', '*/*', 'application/vnd.oai.openapi+json']

/** Returns the document in YAML when the header prefers it, otherwise in JSON. */
export async function renderOpenApiDocument(
  document: OpenApiDocument,
  accept: string | undefined,
): Promise<{ contentType: string; body: string }> {
  if (!prefersYaml(accept)) return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(document) }
  const { stringify } = await import('yaml') // a document is rarely read as YAML
  return { contentType: 'application/yaml; charset=utf-8', body: stringify(document, { aliasDuplicateObjects: false }) }
}

function prefersYaml(accept = '*/*'): boolean {
  const quality = (types: readonly string[]) =>
    Math.max(0, ...parse(accept).flatMap(([type, q]) => (types.includes(type) ? [q] : [])))
  return quality(yamlTypes) > quality(jsonTypes)
}

function parse(accept: string): [type: string, quality: number][] {
  return accept.split(',').map((each) => {
    const [type = '', ...parameters] = each
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return [type, quality === undefined ? 1 : Number(quality.slice(2)) || 0]
  })
}
