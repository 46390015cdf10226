/** Puts APIs that an import adds into a product, so that applications can subscribe to them. */
import { isJsonObject } from '../../../../../../shared/lib/collections/json-object.ts'
import { editYaml, readYaml, type YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import { readPath } from '../schema/path-pattern.ts'
import { productDocument, renderNewDocument } from './new-documents.ts'

export type PublishedApi = { name: string; version: string }

/** Reads the name and the version of the API from its document. */
export function readApiName(text: string): PublishedApi {
  const document = readYaml(text)
  const read = (member: string) => String(readPath(document, ['info', member]) ?? '')
  return { name: read('x-ibm-name'), version: read('version') }
}

/** Returns the document of a new product with the APIs. `folder` is the folder of its catalog. */
export function renderProduct(
  { name, limit }: { name: string; limit: string },
  apis: readonly PublishedApi[],
  folder: string,
): { file: string; text: string } {
  const [api = ''] = apis.map((each) => `${each.name}:${each.version}`)
  const { file, text } = renderNewDocument(productDocument, { name, limit, plan: 'default-plan', api }, folder)
  return { file, text: addApisToProduct(text, apis.slice(1)) }
}

/** Adds APIs to a product, and to each plan that lists its APIs. */
export function addApisToProduct(text: string, apis: readonly PublishedApi[]): string {
  const plans = readPath(readYaml(text), ['plans'])
  const lists = Object.entries(isJsonObject(plans) ? plans : {}).flatMap(([plan, value]) =>
    isJsonObject(value) && isJsonObject(value.apis) ? [['plans', plan, 'apis']] : [],
  )
  const edits = apis.flatMap(({ name, version }): YamlEdit[] => [
    { do: 'set', path: ['apis', name], value: { name: `${name}:${version}` } },
    ...lists.map((path) => ({ do: 'set', path: [...path, name], value: {} }) as const),
  ])
  return edits.length === 0 ? text : editYaml(text, edits)
}
