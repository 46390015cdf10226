/**
 * An API: an OpenAPI document with the gateway's own part under `x-ibm-configuration`.
 */
import type { Static } from '../../lib/json-schema/type.ts'

import type { ApiDocument } from '../openapi/api-document.ts'
import { readAssembly } from '../openapi/assembly.ts'
import { readBasePath } from '../openapi/base-path.ts'
import { readContract } from '../openapi/contract.ts'
import { readDefinitions } from '../openapi/definitions.ts'
import { apiSchema } from '../openapi/editor-schema.ts'
import { readOperations } from '../openapi/operations.ts'
import { type openApi2, schemaFor } from '../openapi/schema.ts'
import { mentionsUnder, neededVariables } from '../openapi/variables.ts'
import { check } from '../schema/check.ts'
import type { DocumentKind, Reading } from './document-kind.ts'
import { addNamed } from './documents.ts'

type Configuration = Static<typeof openApi2>['x-ibm-configuration']

export const api: DocumentKind = {
  kind: 'API',
  shelf: 'api',
  sign: 'swagger: "2.0" or openapi: 3.x',
  is: (value) => 'swagger' in value || 'openapi' in value,
  schema: apiSchema,

  read(reading) {
    const { source, problems, file } = reading
    const whole = source.value as Record<string, unknown>
    const value = check(schemaFor(whole), whole, [], { source, problems }) as
      | Static<typeof openApi2>
      | undefined
    if (!value) return undefined
    const part = readApi(value, reading)

    const added = { part, source }
    return ({ apis, apisByFile }, problems) => {
      const as = { kind: 'the API', path: ['info'], problems }
      if (addNamed(apis, part.reference, added, as)) apisByFile.set(file.path, added)
    }
  },
}

function readApi(value: Static<typeof openApi2>, reading: Reading): ApiDocument {
  const { source, problems } = reading
  const { info, 'x-ibm-configuration': configuration } = value
  const basePath = readBasePath(source)
  if ('refused' in basePath) {
    problems.error(source.place(basePath.path), basePath.refused)
    source.addGap(basePath.path)
  }

  const definitions = readDefinitions(reading)
  const name = apiName(info)
  const assemblyPath = ['x-ibm-configuration', 'assembly']
  const operations = readOperations(definitions, reading)
  const assembly = readAssembly(reading)
  const contract = readContract(assembly, operations, reading)
  const part: ApiDocument = {
    name,
    version: info.version,
    title: info.title,
    reference: `${name}:${info.version}`,
    basePath: 'refused' in basePath ? '' : basePath.text,
    enforced: configuration.enforced,
    properties: readProperties(configuration.properties),
    catalogProperties: new Map(
      Object.entries(configuration.catalogs).map(([key, { properties }]) => [
        key,
        readProperties(properties),
      ]),
    ),
    definitions: definitions.byKey,
    definitionPaths: definitions.paths,
    operations,
    assembly,
    ...(contract ? { contract } : {}),
    cors: configuration.cors.enabled,
    variables: neededVariables(configuration.assembly, assemblyPath),
    tlsProfiles: mentionsUnder('tls-profile', configuration.assembly, assemblyPath),
    place: source.place(),
  }
  const executePath = [...assemblyPath, 'execute']
  if (part.enforced && configuration.assembly.execute.length === 0 && !source.isGap(executePath)) {
    const message = 'x-ibm-configuration.assembly.execute has no policy: a call would go nowhere'
    problems.error(source.place(assemblyPath), `${message} (or say enforced: false)`)
  }
  return part
}

function readProperties(properties: Configuration['properties']): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).map(([key, each]) => [
      key,
      String(typeof each === 'object' ? each.value : each),
    ]),
  )
}

/** The name of an API: its own, or what its title makes of it. */
export function apiName({ title, 'x-ibm-name': name }: { title: string; 'x-ibm-name'?: string }): string {
  return name ?? slug(title)
}

/** The name that a title gets: `Customer Database` is `customer-database`. */
function slug(title: string): string {
  return (
    title
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'api'
  )
}
